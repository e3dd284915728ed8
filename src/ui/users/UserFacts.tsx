import type { ReactNode } from 'react'
import type { Account } from '../../api/contract/accounts.ts'
import { Chip } from '../kit/Chip.tsx'
import { CopyableId } from '../kit/CopyableId.tsx'
import type { MessageKey } from '../message-key.ts'
import { sessionMessages } from '../messages/session.ts'
import { usersMessages } from '../messages/users.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import { LastSeen } from './UserCells.tsx'
import styles from './UserScreen.module.css'

export function UserFacts({ user }: { user: Account }) {
  const translate = useTranslate(sessionMessages, usersMessages)
  const { id, name, email, verifiedAt, createdAt } = user
  return (
    <dl className={styles.facts}>
      {name !== undefined && <Fact labelKey="account.name">{name}</Fact>}
      {email !== undefined && (
        <Fact labelKey="signin.email">
          {email}{' '}
          <Chip tone={verifiedAt ? 'ok' : 'warn'}>
            {translate(verifiedAt ? 'account.verified' : 'account.unverified')}
          </Chip>
        </Fact>
      )}
      <Fact labelKey="users.createdAt">
        <TimeAgo at={createdAt} />
      </Fact>
      <Fact labelKey="users.lastSeen">
        <LastSeen user={user} />
      </Fact>
      <Fact labelKey="users.id">
        <CopyableId id={id} copyLabel={translate('users.copyId')} copiedText={translate('users.copied')} />
      </Fact>
    </dl>
  )
}

function Fact({ labelKey, children }: { labelKey: MessageKey<'session' | 'users'>; children: ReactNode }) {
  return (
    <div>
      <dt>{useTranslate(sessionMessages, usersMessages)(labelKey)}</dt>
      <dd>{children}</dd>
    </div>
  )
}
