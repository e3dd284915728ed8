import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { type Asset, type AssetChange, NewAsset } from '../../api/contract/assets.ts'
import { Id } from '../../api/contract/text.ts'
import { type FormValues, pickChangedValues } from '../../machines/form/form.ts'
import { useAtelier } from '../context.ts'
import { createDraftStore } from '../form/draft.ts'
import { draftKeysOf } from '../form/stored-drafts.ts'
import { useForm } from '../form/use-form.ts'
import { useSaveShortcut } from '../form/use-save-shortcut.ts'
import { type AssetActor, submitChange } from './use-asset.ts'
import { useAssetPermissions } from './use-asset-permissions.ts'

export const DETAIL_NAMES = ['name', 'type', 'gender', 'bodyId'] as const

/** Fields of the form, from the contract's schema; the body can also be null. */
const SCHEMA = v.object({ ...v.pick(NewAsset, ['name', 'type', 'gender']).entries, bodyId: v.nullable(Id) })
export const DETAIL_FIELDS = DETAIL_NAMES.map((name) => ({ name, kind: 'value' as const }))

export type DetailsFormState = ReturnType<typeof useDetailsForm>

/**
 * Runs the form of an asset's details. The form follows the asset, and saves through the page's machine. `isFixed` is true while
 * the asset is loading, locked, or not editable by the user.
 */
export function useDetailsForm(actor: AssetActor, asset: Asset | null) {
  const { session } = useAtelier()
  const owner = useSelector(session, ({ context }) => context.data?._id ?? '')
  const isLoaded = useSelector(actor, ({ context }) => context.page !== null)
  const { mayUpdate } = useAssetPermissions(asset)
  const isFixed = !isLoaded || !asset || asset.locked || !mayUpdate
  const [draft] = useState(() => createDraftStore(draftKeysOf(owner).asset(actor.getSnapshot().context.id)))
  const form = useForm<FormValues>({
    schema: SCHEMA,
    fields: DETAIL_FIELDS,
    initial: useMemo(() => toFormValues(asset), [asset]),
    afterSubmit: 'settles',
    submit: async (body, { initial }) =>
      toFormValues(
        await submitChange(actor, {
          change: pickChangedValues(body, initial) as AssetChange,
          base: initial as AssetChange,
        }),
      ),
    onSubmitted: () => {},
    draft: isFixed ? undefined : draft,
    restoreMode: 'offered',
  })
  useSaveShortcut(() => form.actor.send({ type: 'submit.requested' }), !isFixed)
  return { ...form, isFixed, mayUpdate }
}

const toFormValues = (asset: Asset | null): FormValues =>
  Object.fromEntries(DETAIL_NAMES.map((field) => [field, asset?.[field] ?? (field === 'bodyId' ? null : '')]))
