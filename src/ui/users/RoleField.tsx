import { useState } from 'react'
import { type Account, GIVEN_ROLES, type GivenRole } from '../../api/contract/accounts.ts'
import { useAtelier } from '../context.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { ConfirmAction } from '../list/ConfirmAction.tsx'
import { userName } from './user-name.ts'

/** Props of {@link RoleField}. */
export interface RoleFieldProps {
  user: Account
  /** The user is who looks at it: nobody gives themselves a role. */
  isOwn: boolean
  /** Rejects with `ApiError`. */
  give: (role: GivenRole) => Promise<unknown>
  onGiven: () => void
}

/** What somebody may do; another role is asked about first, for it signs them out. */
export function RoleField({ user, isOwn, give, onGiven }: RoleFieldProps) {
  const { translate } = useAtelier()
  const [wanted, setWanted] = useState<GivenRole | null>(null)
  const { role, email, verifiedAt } = user
  const held = isOwn ? 'error.OWN_ROLE' : !email ? 'users.role.guest' : verifiedAt ? null : 'error.EMAIL_NOT_VERIFIED'
  const wordFor = (one: string) => translate(`account.role.${one}`)
  const items = (email ? GIVEN_ROLES : [role]).map((id) => ({ id, label: wordFor(id) }))
  return (
    <>
      <SelectField
        label={translate('account.role')}
        items={items}
        value={role}
        placeholder={wordFor(role)}
        isDisabled={held !== null}
        description={held === null ? translate(`users.role.${role}`) : translate(held)}
        onChange={(id) => id !== role && setWanted(id as GivenRole)}
      />
      {wanted && (
        <ConfirmAction
          title={translate('users.role.title', { name: userName(user, translate), role: wordFor(wanted) })}
          text={`${translate(`users.role.${wanted}`)} ${translate('users.role.ends')}`}
          verb={translate('users.role.verb')}
          act={() => give(wanted)}
          onDone={() => {
            setWanted(null)
            onGiven()
          }}
          onClose={() => setWanted(null)}
        />
      )}
    </>
  )
}
