import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import type { FormActor } from '../form/form-actor.ts'
import type { GuardedForm } from '../form/LeaveGuard.tsx'
import { useDraft } from '../form/use-draft.ts'
import { useFormView } from '../form/use-form-view.ts'
import { useSaveShortcut } from '../form/use-save-shortcut.ts'
import { Button } from '../kit/Button.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { formMessages } from '../messages/form.ts'
import { hasModifier } from '../shortcut.ts'
import { usePageFileDrop } from '../upload/use-page-file-drop.ts'
import { usePageKeys } from '../use-page-keys.ts'
import { useTranslate } from '../use-translate.ts'
import { AddModelsDropArea } from './AddModelsDropArea.tsx'
import { childActorsOf } from './bind-new-asset.ts'
import { DiscardButton } from './DiscardButton.tsx'
import { memoizeLoadChoices } from './memoize-choices.ts'
import { NewAssetBodyField } from './NewAssetBodyField.tsx'
import page from './NewAssetForm.module.css'
import styles from './NewAssetQueueForm.module.css'
import { NewAssetQueueRow, type NewAssetQueueRowProps } from './NewAssetQueueRow.tsx'
import { type ChoiceLoaders, TagAndApplicationFields } from './TagAndApplicationFields.tsx'
import type { NewAssetQueue, NewAssetStatus } from './use-new-asset-queue.ts'

const NO_TAGS: readonly string[] = []

export interface NewAssetQueueFormProps extends Pick<NewAssetQueueRowProps, 'renderModel' | 'linkTo'> {
  queue: NewAssetQueue
  shared: FormActor
  choices: ChoiceLoaders
  /** Renders the guard against losing unsaved input. `forms` returns the forms to watch. */
  guard: (forms: () => readonly GuardedForm[]) => ReactNode
  crumb?: ReactNode
  /** Returns the files chosen on the previous page. Later calls return none. */
  takeInitialFiles?: (() => readonly File[]) | undefined
  done: ReactNode
}

/** Page that creates several assets: a row per model, and the fields shared by all assets. */
export function NewAssetQueueForm({
  queue,
  shared,
  choices,
  guard,
  takeInitialFiles,
  done,
  crumb,
  ...rest
}: NewAssetQueueFormProps) {
  const translate = useTranslate(formMessages)
  const { actor, entries, statuses, persistenceOf, isBusy, add } = queue
  const [asideElement, setAsideElement] = useState<HTMLElement | null>(null)
  const [currentId, setCurrentId] = useState<string>()
  const [loadTags] = useState(() => memoizeLoadChoices(choices.tags))
  const tagsOfAll =
    useSelector(shared, ({ context }) => context.values['tags'] as readonly string[] | undefined) ?? NO_TAGS
  const { forms, watch: registerForm } = useGuardedForms()
  const { draft, intent } = persistenceOf('shared')
  const { saveDraft } = useDraft(shared, { draft, id: intent, restoreMode: 'atOnce', onRestored: undefined })
  usePageFileDrop(add)
  const addInitialFiles = useEffectEvent(() => {
    const files = takeInitialFiles?.() ?? []
    if (files.length > 0) add(files)
  })
  useEffect(() => addInitialFiles(), [])
  const open = entries.filter((_, index) => statuses[index] !== 'created')
  const countOf = (status: NewAssetStatus) => statuses.filter((entryStatus) => entryStatus === status).length
  const readyCount = countOf('ready')
  const currentEntry = open.find(({ id }) => id === currentId) ?? open[0]
  const entriesToFix = entries.filter((_, index) => statuses[index] === 'incomplete' || statuses[index] === 'rejected')
  /** Moves to the next entry that needs input. Submits that entry, which focuses its first invalid field. */
  const goToNextEntry = () => {
    const currentIndex = currentId === undefined ? -1 : entries.findIndex(({ id }) => id === currentId)
    const next = entriesToFix.find((entry) => entries.indexOf(entry) > currentIndex) ?? entriesToFix[0]
    if (next) childActorsOf(next.getSnapshot().context).form.send({ type: 'submit.requested' })
  }
  useActiveShortcuts(entriesToFix.length > 0 && 'queue')
  // F8 moves to the next problem, as in code editors. A letter key would be handled by a focused select.
  usePageKeys((event) => {
    const isInDialog = event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"]')
    if (event.key !== 'F8' || hasModifier(event) || event.defaultPrevented || isInDialog) return
    event.preventDefault()
    goToNextEntry()
  }, entriesToFix.length > 0)
  useSaveShortcut(() => actor.send({ type: 'creation.requested' }), open.length > 0)
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
              <DiscardButton
                labelKey="queue.discard"
                question="queue.discardAll"
                isDisabled={isBusy}
                onDiscard={discard}
              />
              <Button
                variant="ink"
                busy={isBusy && translate('action.working')}
                waiting={readyCount === 0}
                aria-describedby="queue-waits"
                onClick={() => actor.send({ type: 'creation.requested' })}
              >
                {translate('queue.create', { n: Math.max(readyCount, 1) })}
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
                : translate('queue.standing', {
                    made: entries.length - open.length,
                    ready: readyCount,
                    all: entries.length,
                  })}
              {(['incomplete', 'rejected'] as const).map((status) => {
                const n = countOf(status)
                return n > 0 && <span key={status}> {translate(`queue.${status}`, { n })}</span>
              })}
            </p>
            {entriesToFix.length > 0 && (
              <Button variant="line" size="sm" aria-keyshortcuts="F8" onClick={goToNextEntry}>
                {translate('queue.next')}
              </Button>
            )}
          </div>
          {open.length > 0 && (
            <section className={styles.shared} aria-label={translate('queue.forAll')}>
              <h2>{translate('queue.forAll')}</h2>
              <SharedFields form={shared} choices={choices} />
            </section>
          )}
          <ol className={styles.rows}>
            {entries.map((entry) => (
              <NewAssetQueueRow
                key={entry.id}
                {...rest}
                entry={entry}
                persistence={persistenceOf(entry.id)}
                loadTags={loadTags}
                tagsOfAll={tagsOfAll}
                aside={entry === currentEntry ? asideElement : null}
                onActivate={() => setCurrentId(entry.id)}
                watch={registerForm}
              />
            ))}
          </ol>
          <AddModelsDropArea add={add} />
        </div>
        <div ref={setAsideElement} className={styles.aside} />
      </div>
      {guard(() => [{ actor: shared, saveDraft }, ...forms])}
    </>
  )
}

function useGuardedForms() {
  const [forms] = useState(() => new Set<GuardedForm>())
  const registerForm = useCallback(
    (form: GuardedForm) => {
      forms.add(form)
      return () => void forms.delete(form)
    },
    [forms],
  )
  return { forms, watch: registerForm }
}

/** Shared fields of the queue. Only this component subscribes to their form, so that typing does not render the rows. */
function SharedFields({ form, choices }: { form: FormActor; choices: ChoiceLoaders }) {
  const view = useFormView(form)
  return (
    <>
      <NewAssetBodyField form={view} load={choices.bodies} />
      <TagAndApplicationFields form={view} choices={choices} />
    </>
  )
}
