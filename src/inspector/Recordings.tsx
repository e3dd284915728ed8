// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
// biome-ignore-all lint/a11y/useSemanticElements: a text of code in a region of its own
import { useEffect, useState } from 'react'
import { useAtelier } from '../ui/context.ts'
import { Button } from '../ui/kit/Button.tsx'
import { CopyButton } from '../ui/kit/CopyButton.tsx'
import { asTest } from './as-test.ts'
import { layouts } from './ChartView.tsx'
import { strangersIn, writeRecording } from './file.ts'
import styles from './Inspector.module.css'
import { withoutMail } from './mask.ts'
import type { Recording } from './recording.ts'
import { saveText } from './save.ts'
import type { Inspector } from './use-inspector.ts'

/** What is recorded: taken home as a file or as a test, brought from one, or from before the page was loaded. */
export function Recordings({ inspector, kept }: { inspector: Inspector; kept: Promise<Recording | null> | null }) {
  const { translate } = useAtelier()
  const { recording, chosen, step, send, isShown, error } = inspector
  const [hasMail, setMail] = useState(false)
  const former = useFormer(kept)
  const strangers = strangersIn(recording, layouts)
  const whole = chosen === null ? null : asTest(recording, chosen, step)
  const test = whole === null || hasMail ? whole : withoutMail(whole)
  return (
    <div className={styles.recordings}>
      <p>
        {translate('inspector.recording.facts', {
          steps: recording.steps.length,
          actors: recording.actors.length,
          masked: recording.masked,
        })}
      </p>
      {isShown && strangers.length > 0 && (
        <p role="status">{translate('inspector.recording.strangers', { machines: strangers.join(', ') })}</p>
      )}
      {error !== null && <p role="alert">{translate(error)}</p>}
      <label className={styles.check}>
        <input type="checkbox" checked={!hasMail} onChange={() => setMail(!hasMail)} />
        {translate('inspector.recording.mail')}
      </label>
      <div className={styles.buttons}>
        <Button
          size="sm"
          variant="line"
          onClick={() => saveText('atelier-recording.json', 'application/json', writeRecording(recording, hasMail))}
        >
          {translate('inspector.export')}
        </Button>
        <label className={styles.file}>
          {translate('inspector.import')}
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) send({ type: 'file.chosen', file })
            }}
          />
        </label>
        {former && !isShown && (
          <Button size="sm" variant="line" onClick={() => send({ type: 'recording.chosen', recording: former })}>
            {translate('inspector.recording.former')}
          </Button>
        )}
      </div>
      {test === null ? (
        <p className={styles.none}>{translate('inspector.test.none')}</p>
      ) : (
        <>
          <CopyButton
            size="sm"
            variant="line"
            text={test}
            label={translate('inspector.test')}
            copiedText={translate('inspector.test.copied')}
          />
          <pre className={styles.test} tabIndex={0} aria-label={translate('inspector.test.of')} role="region">
            {test}
          </pre>
        </>
      )}
    </div>
  )
}

/** What was recorded before the page was loaded, once it is read. */
function useFormer(kept: Promise<Recording | null> | null): Recording | null {
  const [former, setFormer] = useState<Recording | null>(null)
  useEffect(() => {
    let isHere = true
    kept?.then((it) => isHere && setFormer(it && it.steps.length > 0 ? it : null))
    return () => {
      isHere = false
    }
  }, [kept])
  return former
}
