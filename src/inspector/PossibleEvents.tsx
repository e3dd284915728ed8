import { useId, useState } from 'react'
import { Button } from '../ui/kit/Button.tsx'
import { inspectorMessages } from '../ui/messages/inspector.ts'
import { useTranslate } from '../ui/use-translate.ts'
import { useEventExamples } from './event-examples.ts'
import type { EventPreview } from './event-preview.ts'
import styles from './Inspector.module.css'
import { exampleEventFor } from './inspector-controller.ts'
import type { Inspector } from './use-inspector.ts'

export function PossibleEvents({
  inspector,
  eventPreviews,
}: {
  inspector: Inspector
  eventPreviews: readonly EventPreview[]
}) {
  const translate = useTranslate(inspectorMessages)
  const { chosen, controller, step, isShown, recording } = inspector
  const examples = useEventExamples()
  const [draft, setDraft] = useState<{ type: string; text: string } | null>(null)
  const id = useId()
  if (chosen === null || eventPreviews.length === 0)
    return <p className={styles.none}>{translate('inspector.now.none')}</p>
  const parsed = draft && parse(draft.text)
  const isPast = step !== null || isShown
  return (
    <div className={styles.scroll}>
      <ul className={styles.outlooks} aria-label={translate('inspector.view.now')}>
        {eventPreviews.map(({ event, would, to, guards }) => (
          <li key={event} data-would={would}>
            <code>{event}</code>
            <span>
              {translate(`inspector.would.${would}`, {
                to: to || translate('inspector.stays'),
                guard: guards.join(', '),
              })}
            </span>
            {!isPast && (
              <Button
                size="sm"
                variant="line"
                aria-expanded={draft?.type === event}
                onClick={() =>
                  setDraft(
                    draft?.type === event
                      ? null
                      : {
                          type: event,
                          text: JSON.stringify(exampleEventFor(recording, chosen, event, examples), null, 2),
                        },
                  )
                }
                aria-label={translate('inspector.write', { event })}
              >
                {translate('inspector.write.short')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isPast && <p className={styles.none}>{translate('inspector.past')}</p>}
      {draft && !isPast && (
        <form
          className={styles.send}
          onSubmit={(event) => {
            event.preventDefault()
            if (parsed) controller.send(chosen, parsed)
          }}
        >
          <label htmlFor={id}>{translate('inspector.payload')}</label>
          <textarea
            id={id}
            rows={6}
            spellCheck={false}
            value={draft.text}
            onChange={({ target }) => setDraft({ ...draft, text: target.value })}
            aria-invalid={parsed === null}
          />
          <Button size="sm" variant="ink" type="submit" disabled={parsed === null}>
            {translate('inspector.send')}
          </Button>
        </form>
      )}
    </div>
  )
}

function parse(text: string): { type: string } | null {
  try {
    const event: unknown = JSON.parse(text)
    return typeof event === 'object' && event !== null && typeof (event as { type?: unknown }).type === 'string'
      ? (event as { type: string })
      : null
  } catch {
    return null
  }
}
