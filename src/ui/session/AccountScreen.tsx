import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { effectiveRoleOf } from '../../machines/session/role.ts'
import { isAnonymous, unverifiedEmailOf } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { Chip } from '../kit/Chip.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { PageSection, PageSections } from '../kit/layout/PageSection.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AccountScreen.module.css'
import { EmailStatus } from './EmailStatus.tsx'
import { OwnSessions, type OwnSessionsProps } from './OwnSessions.tsx'
import { type ChangeOwnPassword, PasswordForm } from './PasswordForm.tsx'
import { PreferenceFields } from './PreferenceFields.tsx'
import { type ChangeName, ProfileForm } from './ProfileForm.tsx'

/** API calls of the account page. */
export interface AccountScreenProps extends OwnSessionsProps {
  changeName: ChangeName
  changePassword: ChangeOwnPassword
}

/** Account page of the user: profile, credentials, sessions and preferences. */
export function AccountScreen({ changeName, changePassword, ...sessions }: AccountScreenProps) {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  if (!data) return null
  const role = effectiveRoleOf(data)
  const isGuest = isAnonymous(data)
  const isUnverified = unverifiedEmailOf(data) !== undefined
  return (
    <>
      <PageHead title={translate('account.title')} />
      <PageSections>
        <PageSection title={translate('account.profile')}>
          <ProfileForm key={data.name ?? ''} name={data.name ?? ''} change={changeName} />
          <EmailStatus data={data} />
        </PageSection>
        <PageSection title={translate('account.role')}>
          <div>
            <b className={styles.role}>{translate(`account.role.${isUnverified ? 'anonymous' : role}`)}</b>
            <p>
              {translate(
                isUnverified
                  ? 'account.role.unverified.why'
                  : isGuest || role === 'anonymous'
                    ? 'guest.why'
                    : `account.role.${role}.why`,
                {
                  email: data.email ?? '',
                },
              )}
            </p>
          </div>
          {isGuest && (
            <Link to="/signup" search={{ to: '/account' }} className={getButtonClass({ size: 'md' })}>
              {translate('guest.signUp')}
            </Link>
          )}
        </PageSection>
        {data.email !== undefined && (
          <PageSection title={translate('signin.password')}>
            <PasswordForm email={data.email} change={changePassword} />
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
        {!isGuest && (
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
          <OwnSessions {...sessions} />
        </PageSection>
        <PageSection title={translate('account.appearance')}>
          <PreferenceFields />
        </PageSection>
      </PageSections>
    </>
  )
}
