import { useSelector } from '@xstate/react'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { type Asset, type AssetChange, NewAsset } from '../../api/contract/assets.ts'
import { Id } from '../../api/contract/text.ts'
import { changedValues, type FormValues } from '../../machines/rules/form.ts'
import { useAtelier } from '../context.ts'
import { draftKeeper } from '../form/draft.ts'
import { draftKeys } from '../form/kept-drafts.ts'
import { useForm } from '../form/use-form.ts'
import { useSaveKey } from '../form/use-save-key.ts'
import { type AssetActor, submitChange } from './use-asset.ts'
import { useRights } from './use-rights.ts'

/** What can be changed on an asset's page, in the order of the form. */
export const DETAILS = ['name', 'type', 'gender', 'bodyId'] as const

/** The fields of the form, from the contract's own schema; a body may also be none. */
const SCHEMA = v.object({ ...v.pick(NewAsset, ['name', 'type', 'gender']).entries, bodyId: v.nullable(Id) })
export const DETAIL_FIELDS = DETAILS.map((name) => ({ name, kind: 'value' as const }))

/** The form of an asset's details, as {@link useDetails} gives it. */
export type DetailsForm = ReturnType<typeof useDetails>

/**
 * Runs the form of an asset's details for as long as its page is shown: it follows the asset, and saving goes through the
 * page's machine. `isFixed` while there is nothing to change: not loaded yet, locked, or not this person's to change.
 */
export function useDetails(actor: AssetActor, asset: Asset | null) {
  const { session } = useAtelier()
  const owner = useSelector(session, ({ context }) => context.data?._id ?? '')
  const isLoaded = useSelector(actor, ({ context }) => context.page !== null)
  const { mayUpdate } = useRights(asset)
  const isFixed = !isLoaded || !asset || asset.locked || !mayUpdate
  const [draft] = useState(() => draftKeeper(draftKeys(owner).asset(actor.getSnapshot().context.id)))
  const form = useForm<FormValues>({
    schema: SCHEMA,
    fields: DETAIL_FIELDS,
    initial: useMemo(() => detailsOf(asset), [asset]),
    onceSent: 'settles',
    submit: async (body, { initial }) =>
      detailsOf(
        await submitChange(actor, {
          change: changedValues(body, initial) as AssetChange,
          base: initial as AssetChange,
        }),
      ),
    onSubmitted: () => {},
    draft: isFixed ? undefined : draft,
    restores: 'offered',
  })
  useSaveKey(() => form.actor.send({ type: 'submit.requested' }), !isFixed)
  return { ...form, isFixed, mayUpdate }
}

const detailsOf = (asset: Asset | null): FormValues =>
  Object.fromEntries(DETAILS.map((field) => [field, asset?.[field] ?? (field === 'bodyId' ? null : '')]))
