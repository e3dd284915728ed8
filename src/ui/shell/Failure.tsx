import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import styles from './Failure.module.css'

/** Stands where a page broke: says so, and tries again. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { translate } = useAtelier()
  const router = useRouter()
  const again = () => {
    reset()
    router.invalidate()
  }
  return (
    <main className={styles.page}>
      <EmptyScene
        kind="failed"
        level={1}
        title={translate('failure.title')}
        actions={
          <Button variant="ink" onPress={again}>
            {translate('action.retry')}
          </Button>
        }
      >
        {translate(wordOf(error))}
      </EmptyScene>
    </main>
  )
}
