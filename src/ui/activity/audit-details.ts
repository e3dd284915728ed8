import type { AuditRecord } from '../../api/contract/audit.ts'
import { getDateFormatter } from '../formats.ts'
import type { Language } from '../language.ts'
import type { MessageKey } from '../message-key.ts'
import { type Translate, translateIfKnown } from '../messages.ts'

type Details = AuditRecord['details']

/** Detail fields shown as plain values, in display order. Ids and checksums are hidden, because they mean nothing to users. */
const PLAIN_FIELDS = ['name', 'host'] as const
const HIDDEN_FIELDS = /(^|[a-z])Ids?$|^(by|etag|archive|start|end)$/

/**
 * Formats the details of an audit record, such as "with a code" or "Viewer → Editor". Details without a message appear under the
 * server's field names.
 */
export function describeAuditDetails(
  details: Details,
  translate: Translate<MessageKey<'common' | 'activity' | 'session'>>,
  language: Language,
): string {
  const { how, purpose, reason, role, before, scopes, expiresAt, assetIds, assets, ...others } = details
  const { wasGuest, passwordCleared, dryRun, ...rest } = others
  const translateRole = (roleName: unknown) =>
    typeof roleName === 'string' ? [translateIfKnown(translate, 'account.role.', roleName) ?? roleName] : []
  const flag = (value: unknown, key: MessageKey<'activity'>) => (value === true ? [translate(key)] : [])
  const assetCount = Array.isArray(assetIds) ? assetIds.length : assets
  return [
    ...(typeof how === 'string' ? [translateIfKnown(translate, 'audit.how.', how) ?? how] : []),
    ...(typeof purpose === 'string' ? [translateIfKnown(translate, 'audit.purpose.', purpose) ?? purpose] : []),
    ...PLAIN_FIELDS.flatMap((name) => (typeof rest[name] === 'string' ? [rest[name]] : [])),
    ...(typeof role === 'string' ? [[...translateRole(before), ...translateRole(role)].join(' → ')] : []),
    ...(Array.isArray(scopes) ? [scopes.join(', ')] : []),
    ...(typeof expiresAt === 'string'
      ? [
          translate('audit.until', {
            date: getDateFormatter(language, { dateStyle: 'medium' }).format(Date.parse(expiresAt)),
          }),
        ]
      : []),
    ...(typeof assetCount === 'number' ? [translate('audit.assetCount', { n: assetCount })] : []),
    ...(typeof reason === 'string' ? [translateIfKnown(translate, 'audit.', reason) ?? reason] : []),
    ...flag(wasGuest, 'audit.wasGuest'),
    ...flag(passwordCleared, 'audit.passwordCleared'),
    ...flag(dryRun, 'audit.dryRun'),
    ...listRawDetails(
      Object.fromEntries(
        Object.entries(rest).filter(
          ([name]) => !HIDDEN_FIELDS.test(name) && !PLAIN_FIELDS.some((plain) => plain === name),
        ),
      ),
    ),
  ].join(' · ')
}

export const listRawDetails = (details: Details): string[] =>
  Object.entries(details).map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
