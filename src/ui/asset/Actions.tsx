import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'
import { given } from '../kit/given.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import styles from './AssetScreen.module.css'
import { DETAILS_FORM } from './DetailsForm.tsx'
import type { AssetActor } from './use-asset.ts'
import type { DetailsForm } from './use-details.ts'
import { useRights } from './use-rights.ts'

/** Props of {@link Actions}. */
export interface ActionsProps {
  actor: AssetActor
  asset: Asset
  form: DetailsForm
}

/** What can be done with the asset, at the end of the page's head: save, download, delete. */
export function Actions({ actor, asset, form }: ActionsProps) {
  const { translate } = useAtelier()
  const { mayUpdate, mayDelete } = useRights(asset)
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'saving' }))
  const isRemoving = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'removing' }))
  const isConflicted = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'conflicted' }))
  const isJustSaved = useSelector(actor, (snapshot) => snapshot.matches({ shown: { settled: 'justSaved' } }))
  const [isAsking, setAsking] = useState(false)
  // What it came to is said on the page, which the question would stand over.
  useEffect(() => {
    if (!isRemoving) setAsking(false)
  }, [isRemoving])
  const label = translate('asset.actions', { name: asset.name })
  const groups = [
    {
      items: [
        {
          id: 'download',
          label: translate('asset.download'),
          icon: <DownloadSimpleIcon />,
          onAction: () => download(asset),
        },
      ],
    },
    {
      items: [
        {
          id: 'delete',
          label: translate('asset.delete'),
          icon: <TrashIcon />,
          danger: true,
          disabled: asset.locked
            ? translate('asset.locked')
            : isConflicted
              ? translate('asset.delete.conflict')
              : undefined,
          onAction: () => setAsking(true),
        },
      ],
    },
  ]
  return (
    <>
      <Menu label={label} groups={mayDelete ? groups : groups.slice(0, 1)}>
        {(button) => <IconButton {...button} label={label} tip={false} icon={<DotsThreeIcon weight="bold" />} />}
      </Menu>
      {mayUpdate && !asset.locked && (
        <>
          <span role="status" className={styles.saved}>
            {isJustSaved && !form.isDirty && translate('asset.savedNow')}
          </span>
          <Button
            type="submit"
            form={DETAILS_FORM}
            variant={form.isDirty ? 'ink' : 'line'}
            aria-keyshortcuts="Control+S Meta+S"
            waiting={form.isFixed || !form.isDirty || isConflicted}
            busy={isSaving && translate('action.working')}
          >
            {translate('asset.save')}
          </Button>
        </>
      )}
      <Confirm
        isOpen={isAsking}
        title={translate('asset.delete.title', { name: asset.name })}
        verb={translate('asset.delete.verb')}
        cancelText={translate('action.cancel')}
        busy={isBusy && translate('action.working')}
        pigment={pigmentOf(asset.type)}
        {...given({ picture: asset.iconUrl })}
        onConfirm={() => actor.send({ type: 'removal.requested' })}
        onCancel={() => setAsking(false)}
      >
        {translate('asset.delete.why')}
      </Confirm>
    </>
  )
}

function download({ modelUrl, name }: Asset): void {
  const link = document.createElement('a')
  link.href = modelUrl
  link.download = `${name}.glb`
  link.click()
}
