import { CheckCircleIcon } from '@phosphor-icons/react/CheckCircle'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { areErrorsShownAtFields } from '../../machines/form/form.ts'
import type { CreatedAsset } from '../../machines/new-asset/new-asset.machine.ts'
import { SHARED_FORM } from '../../machines/new-asset/new-asset.ts'
import { Form } from '../form/Form.tsx'
import type { GuardedForm } from '../form/LeaveGuard.tsx'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { formMessages } from '../messages/form.ts'
import { UploadButton } from '../upload/UploadButton.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useTranslate } from '../use-translate.ts'
import { AssetChecks } from './AssetChecks.tsx'
import { readModelNames } from './model-names.ts'
import { NewAssetFields } from './NewAssetFields.tsx'
import styles from './NewAssetQueueForm.module.css'
import { SuggestedTags } from './SuggestedTags.tsx'
import { TypePlaceholder } from './TypePlaceholder.tsx'
import type { LoadChoices } from './use-choices.ts'
import { type RenderModel, useModelPreview } from './use-model-preview.tsx'
import type { NewAssetActor, NewAssetPersistence } from './use-new-asset-machine.ts'
import { useNewAssetState } from './use-new-asset-state.ts'

export interface NewAssetQueueRowProps {
  entry: NewAssetActor
  persistence: NewAssetPersistence
  /** Loads the tags that can be suggested for the model. */
  loadTags: LoadChoices
  tagsOfAll: readonly string[]
  renderModel: RenderModel
  /** Element in which the current row shows its preview and checks; `null` for other rows. */
  aside: HTMLElement | null
  onActivate: () => void
  /** Registers the row's form with the guard against losing unsaved input. Returns a function that unregisters the form. */
  watch: (form: GuardedForm) => () => void
  linkTo: (asset: CreatedAsset) => ReactNode
}

/** One asset of a queue: its model with progress and retry, and the asset's own form. */
export function NewAssetQueueRow(props: NewAssetQueueRowProps) {
  const { entry, persistence, loadTags, tagsOfAll, renderModel, aside, onActivate, watch, linkTo } = props
  const translate = useTranslate(formMessages)
  const { file, asset } = useSelector(entry, ({ context }) => context)
  const remove = () => entry.send({ type: 'entry.discarded' })
  const { form, uploads, saveDraft, guessed, choose, ...checked } = useNewAssetState(entry, persistence, {
    // A file that was rejected before a reload has no draft, so the row has nothing to restore.
    onMissing: () => file === null && remove(),
  })
  const storeDraft = useEffectEvent(saveDraft)
  useEffect(() => watch({ actor: form.actor, saveDraft: () => storeDraft() }), [watch, form.actor])
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
  const names = readModelNames(checked.snapshots.model)
  const tags = form.bind('tags')
  const ownTags = (tags.value ?? []) as readonly string[]
  const name = uploads.model.snapshot.context.file?.name ?? file?.name ?? translate('new.title')
  return (
    <li
      className={styles.row}
      data-taken={aside !== null || undefined}
      onFocusCapture={onActivate}
      onClickCapture={onActivate}
    >
      <Form
        actor={form.actor}
        error={form.error}
        remedy={
          areErrorsShownAtFields(form.error, SHARED_FORM.fields) &&
          translate(ownTags.length > 0 ? 'queue.checkTags' : 'queue.checkShared')
        }
        label={name}
        className={styles.fields}
      >
        {uploads.model.snapshot.matches('empty') && (
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
          preview={<TypePlaceholder type={form.values['type']} />}
          onRemove={remove}
        />
        <UploadButton
          name="icon"
          kind="icon"
          label={translate('new.icon')}
          upload={uploads.icon}
          error={form.bind('icon').error}
        />
        <NewAssetFields form={form} guessed={guessed} onChosen={choose} />
        {names && (
          <SuggestedTags
            model={names}
            load={loadTags}
            chosen={ownTags}
            ofAll={tagsOfAll}
            onAdd={({ id }) => tags.onChange([...ownTags, id])}
            onRemove={(id) => tags.onChange(ownTags.filter((it) => it !== id))}
          />
        )}
      </Form>
      {aside && createPortal(<NewAssetChecks {...checked} drawModel={renderModel} />, aside)}
    </li>
  )
}

function NewAssetChecks(
  props: Pick<ReturnType<typeof useNewAssetState>, 'snapshots' | 'missingMessage' | 'refusal'> & {
    drawModel: RenderModel
  },
) {
  const { snapshots, missingMessage: waits, refusal, drawModel } = props
  const { picture, shown } = useModelPreview(snapshots.model, drawModel)
  return <AssetChecks uploads={snapshots} {...{ shown, refusal, missingMessage: waits, picture }} />
}
