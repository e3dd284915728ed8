import { useState } from 'react'
import { type Account, ASSIGNABLE_ROLES, type AssignableRole } from '../../api/contract/accounts.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { ConfirmActionDialog } from '../list/actions/ConfirmActionDialog.tsx'
import { sessionMessages } from '../messages/session.ts'
import { usersMessages } from '../messages/users.ts'
import { useTranslate } from '../use-translate.ts'
import { userDisplayNameOf } from '../user-name.ts'

export interface RoleFieldProps {
  user: Account
  /** Whether the user views their own account. Users cannot change their own role. */
  isOwn: boolean
  /** Assigns the role. Rejects with `ApiError`. */
  assignRole: (role: AssignableRole) => Promise<unknown>
  onAssigned: () => void
}

/** Role of a user. The admin must confirm a change, because it signs that user out. */
export function RoleField({ user, isOwn, assignRole, onAssigned }: RoleFieldProps) {
  const translate = useTranslate(sessionMessages, usersMessages)
  const [pendingRole, setPendingRole] = useState<AssignableRole | null>(null)
  const { role, email, verifiedAt } = user
  const isLocked = isOwn || !email || !verifiedAt
  const descriptionKey = isOwn
    ? 'error.OWN_ROLE'
    : !email || role === 'anonymous'
      ? 'users.role.guest'
      : verifiedAt
        ? (`users.role.${role}` as const)
        : 'error.EMAIL_NOT_VERIFIED'
  const roleLabel = (roleName: Account['role']) => translate(`account.role.${roleName}`)
  const items = (email ? ASSIGNABLE_ROLES : [role]).map((id) => ({ id, label: roleLabel(id) }))
  return (
    <>
      <SelectField
        label={translate('account.role')}
        items={items}
        value={role}
        placeholder={roleLabel(role)}
        isDisabled={isLocked}
        description={translate(descriptionKey)}
        onChange={(id) => id !== role && setPendingRole(id as AssignableRole)}
      />
      {pendingRole && (
        <ConfirmActionDialog
          title={translate('users.role.title', {
            name: userDisplayNameOf(user, translate),
            role: roleLabel(pendingRole),
          })}
          text={`${translate(`users.role.${pendingRole}`)} ${translate('users.role.ends')}`}
          verb={translate('users.role.verb')}
          act={() => assignRole(pendingRole)}
          onDone={() => {
            setPendingRole(null)
            onAssigned()
          }}
          onClose={() => setPendingRole(null)}
        />
      )}
    </>
  )
}
