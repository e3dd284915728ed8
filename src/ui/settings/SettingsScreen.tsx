import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { may } from '../../machines/rules/ability.ts'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { PageHead } from '../kit/PageHead.tsx'
import { PageSection, PageSections } from '../kit/PageSection.tsx'
import { useAbility } from '../list/use-ability.ts'
import { PreferenceFields } from '../session/PreferenceFields.tsx'
import { SavedViews, type SavedViewsProps } from './SavedViews.tsx'
import styles from './Settings.module.css'

/** All that a person sets for themselves, in one place: how the app looks, what they kept, and what programs may do for them. */
export function SettingsScreen({ views }: { views: SavedViewsProps['calls'] }) {
  const { session, translate } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const ability = useAbility()
  return (
    <>
      <PageHead title={translate('nav.settings')} />
      <PageSections>
        <PageSection title={translate('account.appearance')}>
          <PreferenceFields />
        </PageSection>
        <PageSection title={translate('settings.views')}>
          {isGuest ? <p className={styles.quiet}>{translate('settings.views.guest')}</p> : <SavedViews calls={views} />}
        </PageSection>
        {may(ability, 'create', 'Asset') && <Elsewhere to="/tokens" part="tokens" word="nav.tokens" />}
        {may(ability, 'manage', 'all') && <Elsewhere to="/webhooks" part="webhooks" word="nav.webhooks" />}
        <Elsewhere to="/account" part="account" word="account.label" />
      </PageSections>
    </>
  )
}

/** What has a page of its own: what it is for, and the way there. */
function Elsewhere({ to, part, word }: { to: string; part: string; word: string }) {
  const { translate } = useAtelier()
  return (
    <PageSection title={translate(word)}>
      <p className={styles.quiet}>{translate(`settings.${part}`)}</p>
      <Link to={to} className={buttonClass({})}>
        {translate(`settings.${part}.open`)}
      </Link>
    </PageSection>
  )
}
