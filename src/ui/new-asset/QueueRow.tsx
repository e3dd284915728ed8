import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import type { MadeAsset } from '../../machines/entry.machine.ts'
import { landsOnFields } from '../../machines/rules/form.ts'
import { SHARED_FORM } from '../../machines/rules/new-asset.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { UploadButton } from '../upload/UploadButton.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { AssetChecks } from './AssetChecks.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import styles from './AssetQueue.module.css'
import { KindPreview } from './KindPreview.tsx'
import { namesOf } from './model-names.ts'
import { SuggestedTags } from './SuggestedTags.tsx'
import type { LoadChoices } from './use-choices.ts'
import { useEntry } from './use-entry.ts'
import type { EntryActor, KeptEntry } from './use-entry-machine.ts'
import { type DrawModel, usePreview } from './use-preview.tsx'

/** Props of {@link QueueRow}. */
export interface QueueRowProps {
  entry: EntryActor
  kept: KeptEntry
  /** The tags there are, of which the model may suggest some. */
  loadTags: LoadChoices
  /** The ids of the tags that all of the queue get. */
  tagsOfAll: readonly string[]
  drawModel: DrawModel
  /** Where the row in hand shows its model and its checks; `null` while it is another's turn. */
  aside: HTMLElement | null
  onTaken: () => void
  /** Handed the row's form for as long as the row is shown, so that leaving can ask. Gives what takes it back. */
  watch: (form: WatchedForm) => () => void
  /** The link to what was made. */
  linkTo: (asset: MadeAsset) => ReactNode
}

/** One asset of a queue: its model with its own progress and retry, and its own form. */
export function QueueRow(props: QueueRowProps) {
  const { entry, kept, loadTags, tagsOfAll, drawModel, aside, onTaken, watch, linkTo } = props
  const { translate } = useAtelier()
  const { file, asset } = useSelector(entry, ({ context }) => context)
  const remove = () => entry.send({ type: 'entry.discarded' })
  const { form, uploads, keepDraft, guessed, choose, ...checked } = useEntry(entry, kept, {
    // A file that was turned away before a reload left no draft: there is nothing to bring back.
    onMissing: () => file === null && remove(),
  })
  const keep = useEffectEvent(keepDraft)
  useEffect(() => watch({ actor: form.actor, keepDraft: () => keep() }), [watch, form.actor])
  if (asset) {
    return (
      <li className={styles.made}>
        <Icon>
          <CheckCircleIcon weight="fill" />
        </Icon>
        <span>{translate('new.created', { name: asset.name })}</span>
        {linkTo(asset)}
      </li>
    )
  }
  const names = namesOf(checked.snapshots.model)
  const tags = form.bind('tags')
  const own = (tags.value ?? []) as readonly string[]
  const name = uploads.model.snapshot.context.file?.name ?? file?.name ?? translate('new.title')
  return (
    <li
      className={styles.row}
      data-taken={aside !== null || undefined}
      onFocusCapture={onTaken}
      onClickCapture={onTaken}
    >
      <Form
        actor={form.actor}
        error={form.error}
        remedy={
          landsOnFields(form.error, SHARED_FORM.fields) &&
          translate(own.length > 0 ? 'queue.checkTags' : 'queue.checkShared')
        }
        label={name}
        className={styles.fields}
      >
        {uploads.model.snapshot.matches('vacant') && (
          <p className={styles.turnedAway}>
            {file ? translate('queue.refused', { name }) : name}
            <Button variant="ghost" onClick={remove}>
              {translate('upload.remove')}
            </Button>
          </p>
        )}
        <UploadField
          name="model"
          kind="glb"
          label={translate('new.model')}
          upload={uploads.model}
          error={form.bind('model').error}
          preview={<KindPreview type={form.values['type']} />}
          onRemove={remove}
        />
        <UploadButton
          name="icon"
          kind="icon"
          label={translate('new.icon')}
          upload={uploads.icon}
          error={form.bind('icon').error}
        />
        <AssetDetails form={form} guessed={guessed} onChosen={choose} />
        {names && (
          <SuggestedTags
            model={names}
            load={loadTags}
            chosen={own}
            ofAll={tagsOfAll}
            onAdd={({ id }) => tags.onChange([...own, id])}
            onRemove={(id) => tags.onChange(own.filter((it) => it !== id))}
          />
        )}
      </Form>
      {aside && createPortal(<Aside {...checked} drawModel={drawModel} />, aside)}
    </li>
  )
}

function Aside(props: Pick<ReturnType<typeof useEntry>, 'snapshots' | 'waits' | 'refusal'> & { drawModel: DrawModel }) {
  const { snapshots, waits, refusal, drawModel } = props
  const { picture, shown } = usePreview(snapshots.model, drawModel)
  return <AssetChecks uploads={snapshots} {...{ shown, refusal, waits, picture }} />
}
