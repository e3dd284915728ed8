import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { roleOf } from '../../machines/rules/role.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { Chip } from '../kit/Chip.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { PageSection, PageSections } from '../kit/PageSection.tsx'
import styles from './AccountScreen.module.css'
import { EmailState } from './EmailState.tsx'
import { type ChangeOwnPassword, PasswordForm } from './PasswordForm.tsx'
import { PreferenceFields } from './PreferenceFields.tsx'
import { type ChangeName, ProfileForm } from './ProfileForm.tsx'
import { SessionList, type SessionListProps } from './SessionList.tsx'

/** Props of {@link AccountScreen}: the calls of the page. */
export interface AccountScreenProps extends SessionListProps {
  changeName: ChangeName
  changePassword: ChangeOwnPassword
}

/** The account of the person: who they are, what proves it, where they are signed in, and how the app looks to them. */
export function AccountScreen({ changeName, changePassword, ...sessions }: AccountScreenProps) {
  const { session, translate } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const wasCleared = useSelector(session, ({ context }) => context.verified?.passwordCleared === true)
  if (!data) return null
  const role = roleOf(data)
  return (
    <>
      <PageHead title={translate('account.title')} />
      <PageSections>
        <PageSection title={translate('account.profile')}>
          <ProfileForm key={data.name ?? ''} name={data.name ?? ''} change={changeName} />
          <EmailState data={data} />
        </PageSection>
        <PageSection title={translate('account.role')}>
          <div>
            <b className={styles.role}>{translate(`account.role.${role}`)}</b>
            <p>{translate(role === 'anonymous' ? 'guest.why' : `account.role.${role}.why`)}</p>
          </div>
          {role === 'anonymous' && (
            <Link to="/signup" search={{ to: '/account' }} className={buttonClass({ size: 'md' })}>
              {translate('guest.signUp')}
            </Link>
          )}
        </PageSection>
        {data.email !== undefined && (
          <PageSection title={translate('signin.password')}>
            {wasCleared && (
              <Notice tone="warn" title={translate('verify.cleared')}>
                {translate('verify.cleared.why')}
              </Notice>
            )}
            <PasswordForm email={data.email} change={changePassword} hasNone={wasCleared} />
          </PageSection>
        )}
        <PageSection title={translate('account.wallets')}>
          {data.wallets.length === 0 ? (
            <p className={styles.quiet}>{translate('account.wallets.none')}</p>
          ) : (
            <ul className={styles.list}>
              {data.wallets.map(({ address, chain }) => (
                <li key={`${chain}:${address}`} className={styles.line}>
                  <span>{address}</span> <Chip>{chain}</Chip>
                </li>
              ))}
            </ul>
          )}
        </PageSection>
        {!isAnonymous(data) && (
          <PageSection title={translate('account.settings')}>
            <ul className={styles.list}>
              {(['isEmailVerified', 'isPasswordUpdated'] as const).map((flag) => (
                <li key={flag} className={styles.line}>
                  {translate(`account.${flag}`)}
                  <Chip tone={data.settings[flag] ? 'ok' : 'quiet'}>
                    {translate(data.settings[flag] ? 'account.yes' : 'account.no')}
                  </Chip>
                </li>
              ))}
            </ul>
          </PageSection>
        )}
        <PageSection title={translate('account.sessions')}>
          <SessionList {...sessions} />
        </PageSection>
        <PageSection title={translate('account.appearance')}>
          <PreferenceFields />
        </PageSection>
      </PageSections>
    </>
  )
}
