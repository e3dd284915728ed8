import { type RawBuilder, sql } from 'kysely'
import type { Action } from '../../src/api/contract/endpoint.ts'
import type { Ability } from './abilities.ts'
import type { Caller } from './call.ts'

type Fields = Readonly<Record<string, (values: readonly unknown[]) => RawBuilder<boolean>>>

/** SQL for each condition field of the rules. Expects the assets table as `assets`. */
const FIELD_CONDITIONS = {
  createdBy: (values) => sql`assets.created_by in (${sql.join(values)})`,
  defaultAuthorized: (values) => sql`assets.default_authorized in (${sql.join(values)})`,
  wardrobeOf: (values: readonly unknown[]) => sql<boolean>`exists (
    select from user_assets where asset_id = assets.id and user_id in (${sql.join(values)}))`,
  'applications.applicationId': (values) => sql`exists (
    select from asset_applications where asset_id = assets.id and application_id in (${sql.join(values)}))`,
} satisfies Fields

/** SQL for assets in the trash, whose links are stored in separate tables. */
const TRASHED_FIELD_CONDITIONS = {
  ...FIELD_CONDITIONS,
  wardrobeOf: (values) => sql`exists (
    select from trashed_user_assets where asset_id = assets.id and user_id in (${sql.join(values)}))`,
  'applications.applicationId': (values) => sql`exists (
    select from trashed_applications where asset_id = assets.id and application_id in (${sql.join(values)}))`,
} satisfies Fields

export const IS_LIVE_SQL: RawBuilder<boolean> = sql`assets.deleted_at is null`

/**
 * Returns a condition on `assets` for the live assets that an ability allows an action on. Rules with unknown condition fields
 * allow nothing. Throws on inverted rules.
 */
export const allowedAssetsSql = (ability: Ability, action: Action): RawBuilder<boolean> =>
  sql`(${IS_LIVE_SQL} and ${rulesToSql(ability, action, FIELD_CONDITIONS)})`

/** Returns a condition on `assets` for the trashed assets that an ability allowed an action on before they were deleted. */
export const allowedTrashedAssetsSql = (ability: Ability, action: Action): RawBuilder<boolean> =>
  sql`(assets.deleted_at is not null and ${rulesToSql(ability, action, TRASHED_FIELD_CONDITIONS)})`

function rulesToSql(ability: Ability, action: Action, fields: Fields): RawBuilder<boolean> {
  const alternatives = ability.rulesFor(action, 'Asset').map(({ conditions, inverted }) => {
    if (inverted) throw new Error('Inverted rules (cannot) are not supported.')
    return conditionsToSql(Object.entries(conditions ?? {}), fields)
  })
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}

function conditionsToSql(conditions: [field: string, wanted: unknown][], fields: Fields): RawBuilder<boolean> {
  if (conditions.length === 0) return sql`true`
  const parts = conditions.map(([field, condition]) => {
    const values = conditionValues(condition)
    return values.length > 0 ? (fields[field]?.(values) ?? sql`false`) : sql`false`
  })
  return sql`(${sql.join(parts, sql` and `)})`
}

const conditionValues = (condition: unknown): readonly unknown[] =>
  typeof condition === 'object' && condition !== null && '$in' in condition ? (condition.$in as unknown[]) : [condition]

/** Returns a condition for the assets a user may use: public ones, those in the user's wardrobe, and those they can change. */
export const usableAssetsSql = ({ id, ability }: Pick<Caller, 'id' | 'ability'>): RawBuilder<boolean> =>
  sql`(assets.default_authorized or ${FIELD_CONDITIONS.wardrobeOf([id])} or ${allowedAssetsSql(ability, 'update')})`
