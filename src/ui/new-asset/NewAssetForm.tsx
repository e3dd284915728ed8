import type { ReactNode } from 'react'
import { BODY_TYPE } from '../../machines/asset/outfit.ts'
import { Form } from '../form/Form.tsx'
import type { GuardedForm } from '../form/LeaveGuard.tsx'
import { ToggleField } from '../form/ToggleField.tsx'
import { useSaveShortcut } from '../form/use-save-shortcut.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { formMessages } from '../messages/form.ts'
import { UploadField } from '../upload/UploadField.tsx'
import { usePageFileDrop } from '../upload/use-page-file-drop.ts'
import { useTranslate } from '../use-translate.ts'
import { AssetChecks } from './AssetChecks.tsx'
import { AssetFiles } from './AssetFiles.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { readModelNames } from './model-names.ts'
import { NewAssetBodyField } from './NewAssetBodyField.tsx'
import { NewAssetFields } from './NewAssetFields.tsx'
import styles from './NewAssetForm.module.css'
import { type ChoiceLoaders, TagAndApplicationFields } from './TagAndApplicationFields.tsx'
import type { PredictSlot } from './TextureSlotHint.tsx'
import { TypePlaceholder } from './TypePlaceholder.tsx'
import { type RenderModel, useModelPreview } from './use-model-preview.tsx'
import { type UseNewAssetOptions, useNewAsset } from './use-new-asset.ts'

export interface NewAssetFormProps extends UseNewAssetOptions {
  onDiscarded: () => void
  choices: ChoiceLoaders
  predict: PredictSlot
  renderModel: RenderModel
  notice?: ReactNode
  /** Renders the guard against losing unsaved input. `forms` returns the forms to watch. */
  guard: (forms: () => readonly GuardedForm[]) => ReactNode
  crumb?: ReactNode
}

/** Page that creates one asset: files and fields on the left, preview and requirements on the right. */
export function NewAssetForm(props: NewAssetFormProps) {
  const { onDiscarded, choices, predict, renderModel, guard, crumb, notice } = props
  const translate = useTranslate(formMessages)
  const {
    form,
    uploads,
    snapshots,
    missingMessage: waits,
    refusal,
    saveDraft,
    guessed,
    choose,
    isRestored,
    assignToFields,
    startOver,
  } = useNewAsset(props)
  usePageFileDrop(assignToFields)
  useSaveShortcut(() => form.actor.send({ type: 'submit.requested' }))
  const preview = useModelPreview(snapshots.model, renderModel)
  return (
    <>
      <PageHead
        title={translate('new.title')}
        crumb={crumb}
        actions={
          <>
            <DiscardButton
              labelKey="new.discard"
              question="form.discard.title"
              isDisabled={!form.isDirty || form.isSending}
              onDiscard={() => void startOver().then(onDiscarded)}
            />
            <Button
              variant="ink"
              type="submit"
              form="new-asset"
              waiting={waits !== undefined}
              onWaitingClick={() => form.actor.send({ type: 'submit.requested' })}
              busy={(form.isSending || form.isSubmitted) && translate('action.working')}
              aria-describedby="new-asset-waits"
            >
              {translate('new.create')}
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <Form
          actor={form.actor}
          error={form.error}
          label={translate('new.title')}
          id="new-asset"
          className={styles.form}
        >
          {notice}
          {isRestored && (
            <Notice
              tone="info"
              title={translate('form.restored')}
              action={
                <Button variant="line" size="sm" onClick={startOver}>
                  {translate('form.startOver')}
                </Button>
              }
            >
              {translate('form.restoredWhat')}
            </Notice>
          )}
          <UploadField
            name="model"
            kind="glb"
            label={translate('new.model')}
            upload={uploads.model}
            error={form.bind('model').error}
            onMany={assignToFields}
            preview={<TypePlaceholder type={form.values['type']} />}
          />
          <AssetFiles {...{ form, uploads, predict }} />
          <NewAssetFields form={form} guessed={guessed} onChosen={choose}>
            {form.values['type'] !== BODY_TYPE && <NewAssetBodyField form={form} load={choices.bodies} />}
          </NewAssetFields>
          <TagAndApplicationFields form={form} choices={choices} model={readModelNames(snapshots.model)} />
          <ToggleField
            name="another"
            bound={form.bind('another')}
            label={translate('new.another')}
            description={translate('new.anotherWhat')}
          />
        </Form>
        <AssetChecks
          uploads={snapshots}
          shown={preview.shown}
          refusal={refusal}
          missingMessage={waits}
          picture={preview.picture}
        />
      </div>
      {guard(() => [{ actor: form.actor, saveDraft }])}
    </>
  )
}
