import { Link } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import styles from './Failure.module.css'

/** Stands where an address leads nowhere. */
export function Missing() {
  const { translate } = useAtelier()
  return (
    <main className={styles.page}>
      <EmptyScene
        kind="away"
        level={1}
        title={translate('failure.missing')}
        actions={
          <Link to="/" className={buttonClass({ variant: 'ink' })}>
            {translate('failure.home')}
          </Link>
        }
      >
        {translate('failure.missing.why')}
      </EmptyScene>
    </main>
  )
}
