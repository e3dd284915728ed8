import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { can } from '../../machines/session/ability.ts'
import { isVerifiedAccount, unverifiedEmailOf } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { PageSection, PageSections } from '../kit/layout/PageSection.tsx'
import { useAbility } from '../list/actions/use-ability.ts'
import type { MessageKey } from '../message-key.ts'
import { sessionMessages } from '../messages/session.ts'
import { settingsMessages } from '../messages/settings.ts'
import { PreferenceFields } from '../session/PreferenceFields.tsx'
import { useTranslate } from '../use-translate.ts'
import { SavedViews, type SavedViewsProps } from './SavedViews.tsx'
import styles from './Settings.module.css'

/** Settings of the user: appearance, saved views, and links to tokens, webhooks and the account. */
export function SettingsScreen({ views }: { views: SavedViewsProps['calls'] }) {
  const translate = useTranslate(sessionMessages, settingsMessages)
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const email = unverifiedEmailOf(data)
  const ability = useAbility()
  return (
    <>
      <PageHead title={translate('nav.settings')} />
      <PageSections>
        <PageSection title={translate('account.appearance')}>
          <PreferenceFields />
        </PageSection>
        <PageSection title={translate('settings.views')}>
          {isVerifiedAccount(data) ? (
            <SavedViews calls={views} />
          ) : (
            <p className={styles.quiet}>
              {email === undefined ? translate('settings.views.guest') : translate('settings.views.unverified')}
            </p>
          )}
        </PageSection>
        {can(ability, 'create', 'Asset') && <SettingsPageLink to="/tokens" part="tokens" labelKey="nav.tokens" />}
        {can(ability, 'manage', 'all') && <SettingsPageLink to="/webhooks" part="webhooks" labelKey="nav.webhooks" />}
        <SettingsPageLink to="/account" part="account" labelKey="account.label" />
      </PageSections>
    </>
  )
}

interface SettingsPageLinkProps {
  to: string
  part: 'account' | 'tokens' | 'webhooks'
  labelKey: MessageKey<'common'>
}

function SettingsPageLink({ to, part, labelKey }: SettingsPageLinkProps) {
  const translate = useTranslate(settingsMessages)
  return (
    <PageSection title={translate(labelKey)}>
      <p className={styles.quiet}>{translate(`settings.${part}`)}</p>
      <Link to={to} className={getButtonClass({})}>
        {translate(`settings.${part}.open`)}
      </Link>
    </PageSection>
  )
}
