import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { use } from 'react'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { lazyComponent } from '../kit/loading/lazy-module.ts'
import { useTranslate } from '../use-translate.ts'
import { InShellContext } from './in-shell-context.ts'
import styles from './RouteError.module.css'

const Shell = lazyComponent(async () => (await import('./Shell.tsx')).Shell)

/** Page for unknown URLs. Signed-in users see the page inside the shell. */
export function NotFound() {
  const { session } = useAtelier()
  const isSignedIn = useSelector(session, ({ context }) => context.data !== null)
  if (!isSignedIn) return <NotFoundScene />
  return (
    <Shell>
      <NotFoundScene />
    </Shell>
  )
}

function NotFoundScene() {
  const translate = useTranslate()
  // The shell has a main element already.
  const Page = use(InShellContext) ? 'div' : 'main'
  return (
    <Page className={styles.page}>
      <EmptyState
        kind="away"
        level={1}
        title={translate('failure.missing')}
        actions={
          <Link to="/assets" className={getButtonClass({ variant: 'ink' })}>
            {translate('failure.home')}
          </Link>
        }
      >
        {translate('failure.missing.why')}
      </EmptyState>
    </Page>
  )
}
