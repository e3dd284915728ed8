import * as v from 'valibot'
import { type ApiToken, MAX_TOKEN_NAME_LENGTH, type NewApiToken } from '../../api/contract/api-tokens.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'
import type { FormField } from '../../machines/form/form.ts'

/** Token with its secret, which the server returns only once. */
export type CreatedToken = ApiToken & { token: string }

export const LIFETIMES_DAYS = ['7', '30', '90', '365'] as const

const DAY_MS = 24 * 3600 * 1000

export const TokenFormValues = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'token.nameMissing' satisfies FieldMessageKey),
    v.maxLength(MAX_TOKEN_NAME_LENGTH, 'token.nameTooLong' satisfies FieldMessageKey),
  ),
  canWrite: v.boolean(),
  isPrivate: v.boolean(),
  days: v.picklist(LIFETIMES_DAYS),
})
export type TokenFormValues = v.InferOutput<typeof TokenFormValues>

export const TOKEN_FIELDS: readonly FormField[] = [
  { name: 'name', kind: 'value' },
  { name: 'canWrite', kind: 'toggle' },
  { name: 'isPrivate', kind: 'toggle' },
  { name: 'days', kind: 'value' },
]
export const EMPTY_TOKEN_FORM: TokenFormValues = { name: '', canWrite: false, isPrivate: false, days: '30' }

/**
 * Returns the request body for a token. `now` (milliseconds) must be equal for each retry, otherwise a retry would create another
 * token.
 */
export const toNewToken = ({ name, canWrite, isPrivate, days }: TokenFormValues, now: number): NewApiToken => ({
  name: name.trim(),
  scopes: ['read', ...(canWrite ? (['write'] as const) : []), ...(isPrivate ? (['private'] as const) : [])],
  expiresAt: new Date(now + Number(days) * DAY_MS).toISOString(),
})
