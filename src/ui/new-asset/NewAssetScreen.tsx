import { type ReactNode, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { DraftStore, IdListStore } from '../form/draft.ts'
import { Notice } from '../kit/feedback/Notice.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import { NewAssetForm, type NewAssetFormProps } from './NewAssetForm.tsx'
import { NewAssetQueueForm } from './NewAssetQueueForm.tsx'
import { useNewAssetQueue } from './use-new-asset-queue.ts'

export interface NewAssetScreenProps
  extends Pick<
    NewAssetFormProps,
    'create' | 'onDiscarded' | 'choices' | 'predict' | 'renderModel' | 'draft' | 'guard' | 'takeInitialFiles' | 'crumb'
  > {
  onCreated: (asset: Asset) => void
  queued: IdListStore
  draftOf: (id: string) => DraftStore
  linkTo: (asset: { id: string; name: string }) => ReactNode
  done: ReactNode
}

/** Page for new assets: a full form for one asset, or a queue when the user adds several models together. */
export function NewAssetScreen(props: NewAssetScreenProps) {
  const { onCreated, queued, draftOf, linkTo, done, ...rest } = props
  const translate = useTranslate(formMessages)
  const queue = useNewAssetQueue({ create: rest.create, queued, draftOf })
  const [createdAssets, setCreatedAssets] = useState<readonly Asset[]>([])
  const lastCreated = createdAssets.at(-1)
  if (queue.isRestoring) return null
  if (queue.shared) {
    const { choices, renderModel, guard, takeInitialFiles, crumb } = rest
    return (
      <NewAssetQueueForm
        {...{ queue, choices, renderModel, guard, takeInitialFiles, linkTo, done, crumb }}
        shared={queue.shared}
      />
    )
  }
  return (
    <NewAssetForm
      {...rest}
      key={createdAssets.length}
      onCreated={(asset, wantsAnother) =>
        wantsAnother ? setCreatedAssets([...createdAssets, asset]) : onCreated(asset)
      }
      onMany={queue.add}
      notice={
        lastCreated && (
          <Notice tone="ok" action={linkTo(lastCreated)}>
            {translate('new.created', { name: lastCreated.name })}
          </Notice>
        )
      }
    />
  )
}
