import type { Role } from '../../../src/api/contract/auth.ts'

export const MAIL_LANGUAGES = ['en', 'de'] as const
export type MailLanguage = (typeof MAIL_LANGUAGES)[number]

/** Security-relevant account change, as a mail reports it to the owner. Contains no secret. */
export type AccountSecurityChange =
  | { what: 'sign-in' | 'password-changed' | 'password-replaced' | 'verified' | 'sessions-ended' }
  | { what: 'api-token-made'; name: string }
  | { what: 'webhook-added' | 'webhook-readdressed' | 'webhook-secret-rotated'; host: string }
  | { what: 'webhooks-switched-off'; hosts: readonly string[]; user: string }
  | { what: 'role-changed'; role: Role }
  | { what: 'role-given'; role: Role; user: string }

/** Returns the first language of an `Accept-Language` header in which mails are available. */
export function resolveMailLanguage(header: string | undefined): MailLanguage | undefined {
  const tags = (header ?? '').slice(0, MAX_HEADER_CHARACTERS).split(',')
  return tags.flatMap((tag) => MAIL_LANGUAGES.find((language) => language === primaryTag(tag)) ?? [])[0]
}

const MAX_HEADER_CHARACTERS = 200

/** " de-AT;q=0.8" → "de" */
const primaryTag = (tag: string) => tag.trim().slice(0, 3).split('-')[0]!.split(';')[0]!.toLowerCase()
