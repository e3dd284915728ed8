import type { ReactNode } from 'react'
import { BODY } from '../../machines/rules/outfit.ts'
import { useAtelier } from '../context.ts'
import { Form } from '../form/Form.tsx'
import type { WatchedForm } from '../form/LeaveGuard.tsx'
import { ToggleField } from '../form/ToggleField.tsx'
import { useSaveKey } from '../form/use-save-key.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { UploadField } from '../upload/UploadField.tsx'
import { useStrayFiles } from '../upload/use-stray-files.ts'
import { AssetChecks } from './AssetChecks.tsx'
import { AssetDetails } from './AssetDetails.tsx'
import { AssetFiles } from './AssetFiles.tsx'
import { type AssetChoices, AssetPlaces } from './AssetPlaces.tsx'
import { BodyChoice } from './BodyChoice.tsx'
import { DiscardButton } from './DiscardButton.tsx'
import { KindPreview } from './KindPreview.tsx'
import { namesOf } from './model-names.ts'
import styles from './NewAsset.module.css'
import type { PredictSlot } from './SlotNote.tsx'
import { type UseNewAssetOptions, useNewAsset } from './use-new-asset.ts'
import { type DrawModel, usePreview } from './use-preview.tsx'

/** Props of {@link NewAsset}. */
export interface NewAssetProps extends UseNewAssetOptions {
  onDiscarded: () => void
  choices: AssetChoices
  predict: PredictSlot
  /** Draws the viewer with a chosen model. */
  drawModel: DrawModel
  /** What stands above the form, such as what was made before. */
  notice?: ReactNode
  /** Asks before unsaved work is left behind; handed the forms it watches. */
  guard: (forms: () => readonly WatchedForm[]) => ReactNode
  /** Where the page belongs, before its title. */
  crumb?: ReactNode
}

/** The page that makes an asset: its files at the left, what it will look like and what it waits for at the right. */
export function NewAsset(props: NewAssetProps) {
  const { onDiscarded, choices, predict, drawModel, guard, crumb, notice } = props
  const { translate } = useAtelier()
  const { form, uploads, snapshots, waits, refusal, keepDraft, guessed, choose, isRestored, place, startOver } =
    useNewAsset(props)
  useStrayFiles(place)
  useSaveKey(() => form.actor.send({ type: 'submit.requested' }))
  const preview = usePreview(snapshots.model, drawModel)
  return (
    <>
      <PageHead
        title={translate('new.title')}
        crumb={crumb}
        actions={
          <>
            <DiscardButton
              word="new.discard"
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
            onMany={place}
            preview={<KindPreview type={form.values['type']} />}
          />
          <AssetFiles {...{ form, uploads, predict }} />
          <AssetDetails form={form} guessed={guessed} onChosen={choose}>
            {form.values['type'] !== BODY && <BodyChoice form={form} load={choices.bodies} />}
          </AssetDetails>
          <AssetPlaces form={form} choices={choices} model={namesOf(snapshots.model)} />
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
          waits={waits}
          picture={preview.picture}
        />
      </div>
      {guard(() => [{ actor: form.actor, keepDraft }])}
    </>
  )
}
