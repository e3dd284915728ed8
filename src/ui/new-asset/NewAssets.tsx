import { type ReactNode, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import type { DraftKeeper, IdsKeeper } from '../form/draft.ts'
import { Notice } from '../kit/Notice.tsx'
import { AssetQueue } from './AssetQueue.tsx'
import { NewAsset, type NewAssetProps } from './NewAsset.tsx'
import { useQueue } from './use-queue.ts'

/** Props of {@link NewAssets}. */
export interface NewAssetsProps
  extends Pick<
    NewAssetProps,
    'create' | 'onDiscarded' | 'choices' | 'predict' | 'drawModel' | 'draft' | 'guard' | 'brought' | 'crumb'
  > {
  onCreated: (asset: Asset) => void
  /** Which assets a queue holds, and where each keeps what is filled in. */
  queued: IdsKeeper
  draftOf: (id: string) => DraftKeeper
  /** The link to an asset that was made. */
  linkTo: (asset: { id: string; name: string }) => ReactNode
  /** The link to the list. */
  done: ReactNode
}

/** The page of new assets: one with all it can have, or several at once when several models come together. */
export function NewAssets(props: NewAssetsProps) {
  const { onCreated, queued, draftOf, linkTo, done, ...rest } = props
  const { translate } = useAtelier()
  const queue = useQueue({ create: rest.create, queued, draftOf })
  const [made, setMade] = useState<readonly Asset[]>([])
  const last = made.at(-1)
  if (queue.isRestoring) return null
  if (queue.shared) {
    const { choices, drawModel, guard, brought, crumb } = rest
    return <AssetQueue {...{ queue, choices, drawModel, guard, brought, linkTo, done, crumb }} shared={queue.shared} />
  }
  return (
    <NewAsset
      {...rest}
      key={made.length}
      onCreated={(asset, wantsAnother) => (wantsAnother ? setMade([...made, asset]) : onCreated(asset))}
      onMany={queue.add}
      notice={
        last && (
          <Notice tone="ok" action={linkTo(last)}>
            {translate('new.created', { name: last.name })}
          </Notice>
        )
      }
    />
  )
}
