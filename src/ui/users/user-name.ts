import type { Account } from '../../api/contract/accounts.ts'
import type { Translate } from '../words.ts'

/** What somebody is called: their name, else their address; guests have neither. */
export const userName = ({ name, email }: Pick<Account, 'name' | 'email'>, translate: Translate): string =>
  name ?? email ?? translate('account.guest')
