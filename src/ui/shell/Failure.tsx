import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { ApiError, isWorthRetrying, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import styles from './Failure.module.css'

/** Stands where a page broke: says so, and tries again, by itself once the browser is back online. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { translate } = useAtelier()
  const router = useRouter()
  const again = () => {
    if (error instanceof ApiError) {
      reset()
      router.invalidate()
    } else if (navigator.onLine) {
      // What broke in the page's own code, or never arrived, comes whole only with the page itself; offline a reload
      // would leave nothing but the browser's own page.
      location.reload()
    }
  }
  const onOnline = useEffectEvent(again)
  useEffect(() => {
    const retry = () => onOnline()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <main className={styles.page}>
      <EmptyScene
        kind="failed"
        level={1}
        title={translate(navigator.onLine ? 'failure.title' : 'failure.offline')}
        actions={
          isWorthRetrying(error) ? (
            <Button variant="ink" onClick={again}>
              {translate('action.retry')}
            </Button>
          ) : (
            <Link to="/" className={buttonClass({ variant: 'ink' })}>
              {translate('failure.home')}
            </Link>
          )
        }
      >
        {translate(navigator.onLine ? wordOf(error) : 'error.FETCH_ERROR')}
      </EmptyScene>
    </main>
  )
}
