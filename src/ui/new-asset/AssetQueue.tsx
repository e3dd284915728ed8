import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useAtelier } from '../context.ts'
import type { FormActor } from '../form/form-actor.ts'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { useDraft } from '../form/use-draft.ts'
import { useFormView } from '../form/use-form-view.ts'
import { useSaveKey } from '../form/use-save-key.ts'
import { useKeysOf } from '../keys-of.ts'
import { Button } from '../kit/Button.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { hasModifier } from '../shortcut.ts'
import { useStrayFiles } from '../upload/use-stray-files.ts'
import { usePageKeys } from '../use-page-keys.ts'
import { AddModels } from './AddModels.tsx'
import { type AssetChoices, AssetPlaces } from './AssetPlaces.tsx'
import styles from './AssetQueue.module.css'
import { askedOnce } from './asked-once.ts'
import { BodyChoice } from './BodyChoice.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { partsOf } from './follow-parts.ts'
import page from './NewAsset.module.css'
import { QueueRow, type QueueRowProps } from './QueueRow.tsx'
import type { Queue, Standing } from './use-queue.ts'

const NONE: readonly string[] = []

/** Props of {@link AssetQueue}. */
export interface AssetQueueProps extends Pick<QueueRowProps, 'drawModel' | 'linkTo'> {
  queue: Queue
  /** The form of what all have in common. */
  shared: FormActor
  choices: AssetChoices
  /** Asks before unsaved work is left behind; handed the forms it watches. */
  guard: (forms: () => readonly WatchedForm[]) => ReactNode
  /** Where the page belongs, before its title. */
  crumb?: ReactNode
  /** Files that were brought along for this page, once. */
  brought?: (() => readonly File[]) | undefined
  /** Where one goes when everything is made. */
  done: ReactNode
}

/** The page that makes several assets at once: a row for each model, and what they have in common. */
export function AssetQueue({ queue, shared, choices, guard, brought, done, crumb, ...rest }: AssetQueueProps) {
  const { translate } = useAtelier()
  const { actor, entries, standings, keptOf, isBusy, add } = queue
  const [aside, setAside] = useState<HTMLElement | null>(null)
  const [taken, setTaken] = useState<string>()
  const [loadTags] = useState(() => askedOnce(choices.tags))
  const tagsOfAll =
    useSelector(shared, ({ context }) => context.values['tags'] as readonly string[] | undefined) ?? NONE
  const { forms, watch } = useWatchedForms()
  const { draft, intent } = keptOf('shared')
  const { keepDraft } = useDraft(shared, { draft, id: intent, restores: 'atOnce', onRestored: undefined })
  useStrayFiles(add)
  const bring = useEffectEvent(() => {
    const files = brought?.() ?? []
    if (files.length > 0) add(files)
  })
  useEffect(() => bring(), [])
  const open = entries.filter((_, index) => standings[index] !== 'made')
  const countOf = (wanted: Standing) => standings.filter((standing) => standing === wanted).length
  const ready = countOf('ready')
  const inHand = open.find(({ id }) => id === taken) ?? open[0]
  const waiting = entries.filter((_, index) => standings[index] === 'lacking' || standings[index] === 'rejected')
  /** Goes to what the next one waits for, after the one in hand: what it lacks takes the focus. */
  const goOn = () => {
    const from = taken === undefined ? -1 : entries.findIndex(({ id }) => id === taken)
    const next = waiting.find((entry) => entries.indexOf(entry) > from) ?? waiting[0]
    if (next) partsOf(next.getSnapshot().context).form.send({ type: 'submit.requested' })
  }
  useKeysOf(waiting.length > 0 && 'queue')
  // As in editors of code. A letter would be taken by a choice that has the focus.
  usePageKeys((event) => {
    const isApart = event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"]')
    if (event.key !== 'F8' || hasModifier(event) || event.defaultPrevented || isApart) return
    event.preventDefault()
    goOn()
  }, waiting.length > 0)
  useSaveKey(() => actor.send({ type: 'making.requested' }), open.length > 0)
  const discard = () => {
    shared.send({ type: 'form.discarded' })
    draft.clear()
    actor.send({ type: 'queue.discarded' })
  }
  return (
    <>
      <PageHead
        title={translate('queue.title')}
        crumb={crumb}
        actions={
          open.length === 0 ? (
            done
          ) : (
            <>
              <DiscardButton word="queue.discard" question="queue.discardAll" isDisabled={isBusy} onDiscard={discard} />
              <Button
                variant="ink"
                busy={isBusy && translate('action.working')}
                waiting={ready === 0}
                aria-describedby="queue-waits"
                onClick={() => actor.send({ type: 'making.requested' })}
              >
                {translate('queue.create', { n: Math.max(ready, 1) })}
              </Button>
            </>
          )
        }
      />
      <div className={page.page}>
        <div className={page.form}>
          <div className={styles.waits}>
            <p id="queue-waits" role="status">
              {open.length === 0
                ? translate('queue.allMade', { n: entries.length })
                : translate('queue.standing', { made: entries.length - open.length, ready, all: entries.length })}
              {(['lacking', 'rejected'] as const).map((standing) => {
                const n = countOf(standing)
                return n > 0 && <span key={standing}> {translate(`queue.${standing}`, { n })}</span>
              })}
            </p>
            {waiting.length > 0 && (
              <Button variant="line" size="sm" aria-keyshortcuts="F8" onClick={goOn}>
                {translate('queue.next')}
              </Button>
            )}
          </div>
          {open.length > 0 && (
            <section className={styles.shared} aria-label={translate('queue.forAll')}>
              <h2>{translate('queue.forAll')}</h2>
              <SharedPlaces form={shared} choices={choices} />
            </section>
          )}
          <ol className={styles.rows}>
            {entries.map((entry) => (
              <QueueRow
                key={entry.id}
                {...rest}
                entry={entry}
                kept={keptOf(entry.id)}
                loadTags={loadTags}
                tagsOfAll={tagsOfAll}
                aside={entry === inHand ? aside : null}
                onTaken={() => setTaken(entry.id)}
                watch={watch}
              />
            ))}
          </ol>
          <AddModels add={add} />
        </div>
        <div ref={setAside} className={styles.aside} />
      </div>
      {guard(() => [{ actor: shared, keepDraft }, ...forms])}
    </>
  )
}

/** The forms of the rows that are shown, as they are then. */
function useWatchedForms() {
  const [forms] = useState(() => new Set<WatchedForm>())
  const watch = useCallback(
    (form: WatchedForm) => {
      forms.add(form)
      return () => void forms.delete(form)
    },
    [forms],
  )
  return { forms, watch }
}

/** Bound by itself, so that typing there draws no row anew. */
function SharedPlaces({ form, choices }: { form: FormActor; choices: AssetChoices }) {
  const view = useFormView(form)
  return (
    <>
      <BodyChoice form={view} load={choices.bodies} />
      <AssetPlaces form={view} choices={choices} />
    </>
  )
}
