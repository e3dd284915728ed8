import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, useMemo } from 'react'
import { ApiError, isForbidden, wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyScene } from '../kit/EmptyScene.tsx'
import styles from './Failure.module.css'
import { Forbidden } from './Forbidden.tsx'
import { InShell } from './in-shell.ts'
import { useCountdown } from './use-countdown.ts'

/** What browsers and the bundler say of a page's code that did not come. */
const CODE_LOST = /dynamically imported module|importing a module script|preload CSS/i

/** Stands where a page broke: says so, and tries again, by itself once the browser is back online. */
export function Failure({ error: thrown, reset }: ErrorComponentProps) {
  const isCode = thrown instanceof Error && CODE_LOST.test(thrown.message)
  const error = useMemo(() => (isCode ? new ApiError('FETCH_ERROR', 'app') : thrown), [isCode, thrown])
  const { translate } = useAtelier()
  const router = useRouter()
  const again = () => {
    if (isCode) {
      // A reload while nothing answers would leave nothing but the browser's own page.
      fetch('/config.json').then(
        () => location.reload(),
        () => {},
      )
    } else if (error instanceof ApiError) {
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
  const seconds = useCountdown(error, false, again)
  // In the shell there is a main part already.
  const Page = use(InShell) ? 'div' : 'main'
  if (isForbidden(error)) {
    return (
      <Page className={styles.page}>
        <Forbidden />
      </Page>
    )
  }
  return (
    <Page className={styles.page}>
      <EmptyScene
        timer={seconds !== undefined && translate('failure.again', { n: seconds })}
        kind="failed"
        level={1}
        title={translate(navigator.onLine ? 'failure.title' : 'failure.offline')}
        actions={
          <Button variant="ink" onClick={again}>
            {translate('action.retry')}
          </Button>
        }
      >
        {translate(navigator.onLine ? wordOf(error) : 'error.FETCH_ERROR')}
      </EmptyScene>
    </Page>
  )
}
