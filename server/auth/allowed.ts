import { type RawBuilder, sql } from 'kysely'
import type { Action } from '../../src/api/contract/endpoint.ts'
import type { Caller } from '../call.ts'
import type { Ability } from './abilities.ts'

type Fields = Readonly<Record<string, (values: readonly unknown[]) => RawBuilder<boolean>>>

/** What a condition of the rules means in SQL, with the assets' table at hand as `assets`. */
const FIELDS = {
  createdBy: (values) => sql`assets.created_by in (${sql.join(values)})`,
  defaultAuthorized: (values) => sql`assets.default_authorized in (${sql.join(values)})`,
  wardrobeOf: (values: readonly unknown[]) => sql<boolean>`exists (
    select from user_assets where asset_id = assets.id and user_id in (${sql.join(values)}))`,
  'applications.applicationId': (values) => sql`exists (
    select from asset_applications where asset_id = assets.id and application_id in (${sql.join(values)}))`,
} satisfies Fields

/** The same of an asset in the trash, whose links are kept apart. */
const TRASHED_FIELDS = {
  ...FIELDS,
  wardrobeOf: (values) => sql`exists (
    select from trashed_user_assets where asset_id = assets.id and user_id in (${sql.join(values)}))`,
  'applications.applicationId': (values) => sql`exists (
    select from trashed_applications where asset_id = assets.id and application_id in (${sql.join(values)}))`,
} satisfies Fields

/** An asset that is not in the trash, as a condition on `assets`. */
export const IS_LIVE: RawBuilder<boolean> = sql`assets.deleted_at is null`

/**
 * The assets an ability lets its bearer act on, as a condition on `assets`; none that is in the trash. A rule it cannot put
 * into SQL allows nothing; there are no forbidding rules.
 */
export const allowedAssets = (ability: Ability, action: Action): RawBuilder<boolean> =>
  sql`(${IS_LIVE} and ${byRules(ability, action, FIELDS)})`

/** The assets in the trash that an ability lets its bearer act on as it did before, as a condition on `assets`. */
export const allowedInTrash = (ability: Ability, action: Action): RawBuilder<boolean> =>
  sql`(assets.deleted_at is not null and ${byRules(ability, action, TRASHED_FIELDS)})`

function byRules(ability: Ability, action: Action, fields: Fields): RawBuilder<boolean> {
  const alternatives = ability.rulesFor(action, 'Asset').map(({ conditions, inverted }) => {
    if (inverted) throw new Error('Forbidding rules are not supported.')
    return allOf(Object.entries(conditions ?? {}), fields)
  })
  return alternatives.length === 0 ? sql`false` : sql`(${sql.join(alternatives, sql` or `)})`
}

function allOf(conditions: [field: string, wanted: unknown][], fields: Fields): RawBuilder<boolean> {
  if (conditions.length === 0) return sql`true`
  const parts = conditions.map(([field, wanted]) => {
    const values = valuesOf(wanted)
    return values.length > 0 ? (fields[field]?.(values) ?? sql`false`) : sql`false`
  })
  return sql`(${sql.join(parts, sql` and `)})`
}

const valuesOf = (wanted: unknown): readonly unknown[] =>
  typeof wanted === 'object' && wanted !== null && '$in' in wanted ? (wanted.$in as unknown[]) : [wanted]

/** The assets somebody may use: everyone's, those of their own wardrobe, and those they may change. */
export const usableAssets = ({ id, ability }: Pick<Caller, 'id' | 'ability'>): RawBuilder<boolean> =>
  sql`(assets.default_authorized or ${FIELDS.wardrobeOf([id])} or ${allowedAssets(ability, 'update')})`
