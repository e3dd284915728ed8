import type { Account } from '../api/contract/accounts.ts'
import type { MessageKey } from './message-key.ts'
import type { Translate } from './messages.ts'

/** Returns a user's display name: the name, or else the e-mail address, or else "guest". */
export const userDisplayNameOf = (
  { name, email }: Pick<Account, 'name' | 'email'>,
  translate: Translate<MessageKey<'common'>>,
): string => name ?? email ?? translate('account.guest')
