import { DotsThreeIcon } from '@phosphor-icons/react/DotsThree'
import { DownloadSimpleIcon } from '@phosphor-icons/react/DownloadSimple'
import { TrashIcon } from '@phosphor-icons/react/Trash'
import { useSelector } from '@xstate/react'
import type { Asset } from '../../api/contract/assets.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { Menu } from '../kit/Menu.tsx'
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
  onDelete: (asset: Asset) => void
}

/** What can be done with the asset, at the end of the page's head: save, download, delete. */
export function Actions({ actor, asset, form, onDelete }: ActionsProps) {
  const { translate } = useAtelier()
  const { mayUpdate, mayDelete } = useRights(asset)
  const isSaving = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'saving' }))
  const isConflicted = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'conflicted' }))
  const isJustSaved = useSelector(actor, (snapshot) => snapshot.matches({ shown: { settled: 'justSaved' } }))
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
          onAction: () => onDelete(asset),
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
    </>
  )
}

function download({ modelUrl, name }: Asset): void {
  const link = document.createElement('a')
  link.href = modelUrl
  link.download = `${name}.glb`
  link.click()
}
