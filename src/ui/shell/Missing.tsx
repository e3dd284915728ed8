import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { use } from 'react'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import { shownPart } from '../kit/part.ts'
import styles from './Failure.module.css'
import { InShell } from './in-shell.ts'

const Shell = shownPart(async () => (await import('./Shell.tsx')).Shell)

/** Stands where an address leads nowhere; who is signed in keeps the shell around it. */
export function Missing() {
  const { session } = useAtelier()
  const isSignedIn = useSelector(session, ({ context }) => context.data !== null)
  if (!isSignedIn) return <Scene />
  return (
    <Shell>
      <Scene />
    </Shell>
  )
}

function Scene() {
  const { translate } = useAtelier()
  // In the shell there is a main part already.
  const Page = use(InShell) ? 'div' : 'main'
  return (
    <Page className={styles.page}>
      <EmptyScene
        kind="away"
        level={1}
        title={translate('failure.missing')}
        actions={
          <Link to="/assets" className={buttonClass({ variant: 'ink' })}>
            {translate('failure.home')}
          </Link>
        }
      >
        {translate('failure.missing.why')}
      </EmptyScene>
    </Page>
  )
}
