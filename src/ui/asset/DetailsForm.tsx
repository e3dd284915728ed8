import { useSelector } from '@xstate/react'
import { ASSET_TYPES, type Asset, GENDERS } from '../../api/contract/assets.ts'
import type { AssetPage } from '../../machines/asset.parts.ts'
import { landsOnFields } from '../../machines/rules/form.ts'
import { BODY } from '../../machines/rules/outfit.ts'
import { useAtelier } from '../context.ts'
import { BodyField } from '../form/BodyField.tsx'
import { DraftOffer } from '../form/DraftOffer.tsx'
import { Form } from '../form/Form.tsx'
import { LeaveGuard } from '../form/LeaveGuard.tsx'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import styles from './Details.module.css'
import { GENDER_ICONS } from './gender-icons.tsx'
import type { AssetActor } from './use-asset.ts'
import { DETAIL_FIELDS, DETAILS, type DetailsForm as Details } from './use-details.ts'

/** The id of the form, so that the button in the page's head can submit it. */
export const DETAILS_FORM = 'asset-details'

/** Props of {@link DetailsForm}. */
export interface DetailsFormProps {
  actor: AssetActor
  asset: Asset
  form: Details
  /** The bodies that there are, once that is known. */
  bodies: AssetPage['bodies'] | undefined
}

/** Name, type, gender and body of an asset; read-only while there is nothing to change. */
export function DetailsForm({ actor, asset, form, bodies }: DetailsFormProps) {
  const { translate } = useAtelier()
  const { isFixed } = form
  const error = useSelector(actor, ({ context }) => context.error)
  const [nameField, type, gender] = [form.bind('name'), form.bind('type'), form.bind('gender')]
  return (
    <Form
      actor={form.actor}
      error={landsOnFields(error, DETAIL_FIELDS) ? null : (error ?? null)}
      label={translate('asset.details')}
      id={DETAILS_FORM}
      className={styles.form}
    >
      <LeaveGuard forms={() => [form]} />
      <DraftOffer form={form} />
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
      {type.value !== BODY && (
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

/** Somebody else saved first: shows both versions and lets the person choose. */
function Conflict({ actor, asset, bodies }: Omit<DetailsFormProps, 'form'>) {
  const { translate } = useAtelier()
  const isConflicted = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'conflicted' }))
  const change = useSelector(actor, ({ context }) => context.change)
  if (!isConflicted) return null
  return (
    <Notice tone="warn" title={translate('asset.conflict')}>
      <span className={styles.versions}>
        {DETAILS.filter((field) => change[field] !== undefined).map((field) => (
          <span key={field}>
            {translate('asset.conflict.versions', {
              field: translate(`asset.${field}`),
              theirs: valueText(translate, field, asset[field], bodies),
              mine: valueText(translate, field, change[field], bodies),
            })}
          </span>
        ))}
        <span className={styles.choice}>
          <Button size="sm" onClick={() => actor.send({ type: 'theirs.taken' })}>
            {translate('asset.conflict.theirs')}
          </Button>
          <Button size="sm" onClick={() => actor.send({ type: 'mine.kept' })}>
            {translate('asset.conflict.mine')}
          </Button>
        </span>
      </span>
    </Notice>
  )
}

/** The words of a field's value. */
export function valueText(
  translate: (key: string) => string,
  field: string,
  value: unknown,
  bodies: AssetPage['bodies'] = [],
): string {
  if (field === 'bodyId')
    return value == null
      ? translate('asset.body.none')
      : (bodies.find(({ id }) => id === value)?.name ?? translate('asset.body.other'))
  return field === 'type' || field === 'gender' ? translate(`asset.${field}.${String(value)}`) : String(value)
}
