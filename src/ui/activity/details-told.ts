import type { AuditRecord } from '../../api/contract/audit.ts'
import { dateFormat } from '../formats.ts'
import type { Language } from '../language.ts'
import type { Translate } from '../words.ts'

type Details = AuditRecord['details']

/** Known details that need no sentence of their own, in the order they are told in. Ids and checksums say nothing to a person. */
const PLAIN = ['name', 'host'] as const
const SILENT = /(^|[a-z])Ids?$|^(by|etag|archive|start|end)$/

/** What is known besides, as in "with a code" or "Viewer → Editor"; what has no words goes by the names the server has for it. */
export function detailsTold(details: Details, translate: Translate, language: Language): string {
  const { how, purpose, reason, role, before, scopes, expiresAt, assetIds, assets, ...others } = details
  const { wasGuest, passwordCleared, dryRun, ...rest } = others
  const word = (value: unknown, keyOf: (it: string) => string) =>
    typeof value === 'string' ? [translate(keyOf(value))] : []
  const roleKey = (it: string) => `account.role.${it}`
  const flag = (value: unknown, key: string) => (value === true ? [translate(key)] : [])
  const many = Array.isArray(assetIds) ? assetIds.length : assets
  return [
    ...word(how, (it) => `audit.how.${it}`),
    ...word(purpose, (it) => `audit.purpose.${it}`),
    ...PLAIN.flatMap((name) => (typeof rest[name] === 'string' ? [rest[name]] : [])),
    ...(typeof role === 'string' ? [[...word(before, roleKey), ...word(role, roleKey)].join(' → ')] : []),
    ...(Array.isArray(scopes) ? [scopes.join(', ')] : []),
    ...(typeof expiresAt === 'string'
      ? [
          translate('audit.until', {
            date: dateFormat(language, { dateStyle: 'medium' }).format(Date.parse(expiresAt)),
          }),
        ]
      : []),
    ...(typeof many === 'number' ? [translate('audit.assetCount', { n: many })] : []),
    ...word(reason, (it) => `audit.${it}`),
    ...flag(wasGuest, 'audit.wasGuest'),
    ...flag(passwordCleared, 'audit.passwordCleared'),
    ...flag(dryRun, 'audit.dryRun'),
    ...detailsOf(
      Object.fromEntries(
        Object.entries(rest).filter(([name]) => !SILENT.test(name) && !PLAIN.some((plain) => plain === name)),
      ),
    ),
  ].join(' · ')
}

/** All of it as the server has it, as in "role developer". */
export const detailsOf = (details: Details): string[] =>
  Object.entries(details).map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
