import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { XIcon } from '@phosphor-icons/react/X'
import { flushDelayedWork } from '../delayed-work.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { watchMessages } from '../messages/watch.ts'
import { useMessages } from '../use-messages.ts'
import styles from './AppStatus.module.css'
import { useConnectivity } from './use-connectivity.ts'
import { useNewVersion } from './use-new-version.ts'

/**
 * Status line above the page: the service is unreachable, or a new version is available. Before the reload, runs work that is
 * delayed until Undo expires. Drafts survive the reload.
 */
export function AppStatus() {
  const outage = useConnectivity()
  const { isStale, close } = useNewVersion()
  const translate = useMessages(watchMessages, 'prefetch')
  const isShown = translate !== undefined && (outage !== null || isStale)
  const reload = () => void flushDelayedWork().finally(() => location.reload())
  return (
    <div className={styles.watch} role="status" data-shown={isShown || undefined}>
      {isShown &&
        (outage !== null ? (
          <>
            <Icon size="sm">
              <CloudSlashIcon />
            </Icon>
            <span>{translate(`watch.${outage}`)}</span>
          </>
        ) : (
          <>
            <Icon size="sm">
              <ArrowClockwiseIcon />
            </Icon>
            <span>{translate('watch.version')}</span>
            <Button size="sm" onClick={reload}>
              {translate('watch.reload')}
            </Button>
            <IconButton
              size="sm"
              label={translate('action.close')}
              icon={<XIcon />}
              onClick={({ currentTarget }) => {
                // The button unmounts with the notice, so the focus moves to the main element.
                currentTarget.closest('main')?.focus({ preventScroll: true })
                close()
              }}
            />
          </>
        ))}
    </div>
  )
}
