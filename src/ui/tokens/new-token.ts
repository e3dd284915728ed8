import * as v from 'valibot'
import { type ApiToken, MOST_TOKEN_NAME, type NewApiToken } from '../../api/contract/api-tokens.ts'
import type { FormField } from '../../machines/rules/form.ts'

/** A token as it is told once. */
export type ToldToken = ApiToken & { token: string }

/** For how many days a token can be made. */
export const LIFETIMES = ['7', '30', '90', '365'] as const

const DAY_MS = 24 * 3600 * 1000

/** What the dialog asks for. */
export const TokenForm = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'token.nameMissing'),
    v.maxLength(MOST_TOKEN_NAME, 'token.nameTooLong'),
  ),
  canWrite: v.boolean(),
  isPrivate: v.boolean(),
  days: v.picklist(LIFETIMES),
})
export type TokenForm = v.InferOutput<typeof TokenForm>

/** Its fields, in their order, and what they begin with. */
export const TOKEN_FIELDS: readonly FormField[] = [
  { name: 'name', kind: 'value' },
  { name: 'canWrite', kind: 'toggle' },
  { name: 'isPrivate', kind: 'toggle' },
  { name: 'days', kind: 'value' },
]
export const NO_TOKEN: TokenForm = { name: '', canWrite: false, isPrivate: false, days: '30' }

/** The token to be made; `now` in milliseconds, the same for each try, or a second try would ask for another token. */
export const tokenOf = ({ name, canWrite, isPrivate, days }: TokenForm, now: number): NewApiToken => ({
  name: name.trim(),
  scopes: ['read', ...(canWrite ? (['write'] as const) : []), ...(isPrivate ? (['private'] as const) : [])],
  expiresAt: new Date(now + Number(days) * DAY_MS).toISOString(),
})
