import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { CloudSlashIcon } from '@phosphor-icons/react/CloudSlash'
import { XIcon } from '@phosphor-icons/react/X'
import { useAtelier } from '../context.ts'
import { finishHeldWork } from '../held-work.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { useWords } from '../use-words.ts'
import { watchWords } from '../words/watch.ts'
import { useReach } from './use-reach.ts'
import { useVersion } from './use-version.ts'
import styles from './Watch.module.css'

/**
 * What the frame tells by itself, in one quiet line above the page: that the service is out of reach, for as long as it is,
 * or that there is a new version. Drafts outlive a reload, and what waits to be undone is done before.
 */
export function Watch() {
  const { translate } = useAtelier()
  const away = useReach()
  const { isStale, close } = useVersion()
  const hasWords = useWords(watchWords, 'fetch')
  const isShown = hasWords && (away !== null || isStale)
  const reload = () => void finishHeldWork().finally(() => location.reload())
  return (
    <div className={styles.watch} role="status" data-shown={isShown || undefined}>
      {isShown &&
        (away !== null ? (
          <>
            <Icon size="sm">
              <CloudSlashIcon />
            </Icon>
            <span>{translate(`watch.${away}`)}</span>
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
                // The button goes with what it closes.
                currentTarget.closest('main')?.focus({ preventScroll: true })
                close()
              }}
            />
          </>
        ))}
    </div>
  )
}
