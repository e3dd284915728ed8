import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, useMemo } from 'react'
import { ApiError, getErrorMessageKey, isForbidden } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { useRetryCountdown } from '../use-retry-countdown.ts'
import { useTranslate } from '../use-translate.ts'
import { ForbiddenState } from './ForbiddenState.tsx'
import { InShellContext } from './in-shell-context.ts'
import styles from './RouteError.module.css'

/** Error messages of browsers and the bundler when a code chunk fails to load. */
const CODE_LOAD_ERROR = /dynamically imported module|importing a module script|preload CSS/i

/** Content of a page's error boundary. Retries on request, and automatically when the browser is online again. */
export function RouteError({ error: routeError, reset }: ErrorComponentProps) {
  const isCode = routeError instanceof Error && CODE_LOAD_ERROR.test(routeError.message)
  const error = useMemo(() => (isCode ? new ApiError('FETCH_ERROR', 'app') : routeError), [isCode, routeError])
  const translate = useTranslate()
  const router = useRouter()
  const reloadIfOnline = () => {
    if (isCode) {
      // Reloads only if the server responds. Otherwise the browser's error page would replace the app.
      fetch('/config.json').then(
        () => location.reload(),
        () => {},
      )
    } else if (error instanceof ApiError) {
      reset()
      router.invalidate()
    } else if (navigator.onLine) {
      // An error in the page's code needs a full reload. Offline, the browser's error page would replace the app.
      location.reload()
    }
  }
  const onOnline = useEffectEvent(reloadIfOnline)
  useEffect(() => {
    const retry = () => onOnline()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  const seconds = useRetryCountdown(error, false, reloadIfOnline)
  // The shell has a main element already.
  const Page = use(InShellContext) ? 'div' : 'main'
  if (isForbidden(error)) {
    return (
      <Page className={styles.page}>
        <ForbiddenState />
      </Page>
    )
  }
  return (
    <Page className={styles.page}>
      <EmptyState
        timer={seconds !== undefined && translate('failure.again', { n: seconds })}
        kind="failed"
        level={1}
        title={translate(navigator.onLine ? 'failure.title' : 'failure.offline')}
        actions={
          <Button variant="ink" onClick={reloadIfOnline}>
            {translate('action.retry')}
          </Button>
        }
      >
        {translate(navigator.onLine ? getErrorMessageKey(error) : 'error.FETCH_ERROR')}
      </EmptyState>
    </Page>
  )
}
