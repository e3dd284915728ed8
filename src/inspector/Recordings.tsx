// biome-ignore-all lint/a11y/noNoninteractiveTabindex: a scroll container has to be scrollable by keyboard
// biome-ignore-all lint/a11y/useSemanticElements: the code needs its own labelled region
import { useEffect, useState } from 'react'
import { Button } from '../ui/kit/Button.tsx'
import { CopyButton } from '../ui/kit/CopyButton.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { chartLayouts } from './ChartView.tsx'
import { downloadText } from './download.ts'
import styles from './Inspector.module.css'
import { maskEmails } from './mask.ts'
import type { Recording } from './recording.ts'
import { findUnknownMachines, writeRecording } from './recording-file.ts'
import { toTestCode } from './to-test-code.ts'
import type { Inspector } from './use-inspector.ts'

export function Recordings({
  inspector,
  previousRecording,
}: {
  inspector: Inspector
  previousRecording: Promise<Recording | null> | null
}) {
  const translate = useTranslate(inspectorMessages)
  const { recording, chosen, step, send, isShown, error } = inspector
  const [includesEmails, setIncludesEmails] = useState(false)
  const previous = usePreviousRecording(previousRecording)
  const unknownIds = findUnknownMachines(recording, chartLayouts)
  const code = chosen === null ? null : toTestCode(recording, chosen, step)
  const shownCode = code === null || includesEmails ? code : maskEmails(code)
  return (
    <div className={styles.recordings}>
      <p>
        {translate('inspector.recording.facts', {
          steps: recording.steps.length,
          actors: recording.actors.length,
          masked: recording.masked,
        })}
      </p>
      {isShown && unknownIds.length > 0 && (
        <p role="status">{translate('inspector.recording.strangers', { machines: unknownIds.join(', ') })}</p>
      )}
      {error !== null && <p role="alert">{translate(error)}</p>}
      <label className={styles.check}>
        <input type="checkbox" checked={!includesEmails} onChange={() => setIncludesEmails(!includesEmails)} />
        {translate('inspector.recording.mail')}
      </label>
      <div className={styles.buttons}>
        <Button
          size="sm"
          variant="line"
          onClick={() =>
            downloadText('atelier-recording.json', 'application/json', writeRecording(recording, includesEmails))
          }
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
        {previous && !isShown && (
          <Button size="sm" variant="line" onClick={() => send({ type: 'recording.chosen', recording: previous })}>
            {translate('inspector.recording.former')}
          </Button>
        )}
      </div>
      {shownCode === null ? (
        <p className={styles.none}>{translate('inspector.test.none')}</p>
      ) : (
        <>
          <CopyButton
            size="sm"
            variant="line"
            text={shownCode}
            label={translate('inspector.test')}
            copiedText={translate('inspector.test.copied')}
          />
          <pre className={styles.test} tabIndex={0} aria-label={translate('inspector.test.of')} role="region">
            {shownCode}
          </pre>
        </>
      )}
    </div>
  )
}

/** Returns the recording from before the page load, once it is read. */
function usePreviousRecording(stored: Promise<Recording | null> | null): Recording | null {
  const [previous, setPrevious] = useState<Recording | null>(null)
  useEffect(() => {
    let isMounted = true
    stored?.then((recording) => isMounted && setPrevious(recording && recording.steps.length > 0 ? recording : null))
    return () => {
      isMounted = false
    }
  }, [stored])
  return previous
}
