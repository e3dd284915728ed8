import { useSelector } from '@xstate/react'
import { ASSET_TYPES, type Asset, GENDERS } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset/asset.setup.ts'
import { BODY_TYPE } from '../../machines/asset/outfit.ts'
import { areErrorsShownAtFields } from '../../machines/form/form.ts'
import { BodyField } from '../form/BodyField.tsx'
import { Form } from '../form/Form.tsx'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { RestoreDraftNotice } from '../form/RestoreDraftNotice.tsx'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { pigmentOf } from '../kit/feedback/pigment.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import type { MessageKey } from '../message-key.ts'
import { assetMessages } from '../messages/asset.ts'
import { type Translate, translateIfKnown } from '../messages.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetDetails.module.css'
import { GENDER_ICONS } from './gender-icons.tsx'
import type { AssetActor } from './use-asset.ts'
import { DETAIL_FIELDS, DETAIL_NAMES, type DetailsFormState as Details } from './use-details-form.ts'

/** Id of the form, so that the button in the page's head can submit it. */
export const DETAILS_FORM_ID = 'asset-details'

export interface DetailsFormProps {
  actor: AssetActor
  asset: Asset
  form: Details
  /** Available bodies; undefined while they load. */
  bodies: AssetPage['bodies'] | undefined
}

/** Form for an asset's name, type, gender and body. Read-only while the user cannot change the asset. */
export function DetailsForm({ actor, asset, form, bodies }: DetailsFormProps) {
  const translate = useTranslate(assetMessages)
  const { isFixed } = form
  const error = useSelector(actor, ({ context }) => context.error)
  const [nameField, type, gender] = [form.bind('name'), form.bind('type'), form.bind('gender')]
  return (
    <Form
      actor={form.actor}
      error={areErrorsShownAtFields(error, DETAIL_FIELDS) ? null : (error ?? null)}
      label={translate('asset.details')}
      id={DETAILS_FORM_ID}
      className={styles.form}
    >
      <LeaveGuard forms={() => [form]} />
      <RestoreDraftNotice form={form} />
      <Conflict {...{ actor, asset, bodies }} />
      <div data-field="name">
        <TextField
          label={translate('asset.name')}
          name="name"
          value={String(nameField.value)}
          onChange={nameField.onChange}
          onBlur={nameField.onBlur}
          error={nameField.error}
          isReadOnly={isFixed}
        />
      </div>
      <div className={styles.pair}>
        <div data-field="type">
          <SelectField
            label={translate('asset.type')}
            items={ASSET_TYPES.map((id) => ({ id, label: translate(`asset.type.${id}`), pigment: pigmentOf(id) }))}
            value={String(type.value)}
            onChange={type.onChange}
            onBlur={type.onBlur}
            error={type.error}
            isDisabled={isFixed}
            placeholder={translate('asset.type')}
          />
        </div>
        <div data-field="gender">
          <SelectField
            label={translate('asset.gender')}
            items={GENDERS.map((id) => ({ id, label: translate(`asset.gender.${id}`), icon: GENDER_ICONS[id] }))}
            value={String(gender.value)}
            onChange={gender.onChange}
            onBlur={gender.onBlur}
            error={gender.error}
            isDisabled={isFixed}
            placeholder={translate('asset.gender')}
          />
        </div>
      </div>
      {type.value !== BODY_TYPE && (
        <BodyField
          label={translate('asset.bodyId')}
          bound={form.bind('bodyId')}
          bodies={bodies?.map(({ id, name: label }) => ({ id, label }))}
          isDisabled={isFixed}
        />
      )}
    </Form>
  )
}

/** Notice shown when another user saved first. Lists both versions and lets the user choose one. */
function Conflict({ actor, asset, bodies }: Omit<DetailsFormProps, 'form'>) {
  const translate = useTranslate(assetMessages)
  const isConflicted = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'conflicted' }))
  const change = useSelector(actor, ({ context }) => context.change)
  if (!isConflicted) return null
  return (
    <Notice tone="warn" title={translate('asset.conflict')}>
      <span className={styles.versions}>
        {DETAIL_NAMES.filter((field) => change[field] !== undefined).map((field) => (
          <span key={field}>
            {translate('asset.conflict.versions', {
              field: translate(`asset.${field}`),
              theirs: formatFieldValue(translate, field, asset[field], bodies),
              mine: formatFieldValue(translate, field, change[field], bodies),
            })}
          </span>
        ))}
        <span className={styles.choice}>
          <Button size="sm" onClick={() => actor.send({ type: 'remoteVersion.accepted' })}>
            {translate('asset.conflict.theirs')}
          </Button>
          <Button size="sm" onClick={() => actor.send({ type: 'overwrite.confirmed' })}>
            {translate('asset.conflict.mine')}
          </Button>
        </span>
      </span>
    </Notice>
  )
}

export function formatFieldValue(
  translate: Translate<MessageKey<'common' | 'asset'>>,
  field: string,
  value: unknown,
  bodies: AssetPage['bodies'] = [],
): string {
  if (field === 'bodyId')
    return value == null
      ? translate('asset.body.none')
      : (bodies.find(({ id }) => id === value)?.name ?? translate('asset.body.other'))
  return field === 'type' || field === 'gender'
    ? (translateIfKnown(translate, `asset.${field}.`, String(value)) ?? String(value))
    : String(value)
}
