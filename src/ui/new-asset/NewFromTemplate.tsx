import { CubeIcon } from '@phosphor-icons/react/Cube'
import { useState } from 'react'
import type { Asset } from '../../api/contract/assets.ts'
import type { Client } from '../../api/contract/client.ts'
import { wordOf } from '../../api/contract/errors.ts'
import type { contract } from '../../api/contract/index.ts'
import { useAtelier } from '../context.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Plinth } from '../kit/Plinth.tsx'
import { pigmentOf } from '../kit/pigment.ts'
import { SearchList } from '../kit/SearchList.tsx'
import { useAsking } from '../use-asking.ts'
import { useWords } from '../use-words.ts'
import { assetWords } from '../words/asset.ts'
import styles from './NewFromTemplate.module.css'
import { TemplateDialog } from './TemplateDialog.tsx'

/** Props of {@link NewFromTemplate}. */
export interface NewFromTemplateProps {
  /** The template; without one it is asked for first. */
  template: Asset | null
  api: Pick<Client<typeof contract>, 'assets' | 'privateAssets'>
  onMade: (asset: Asset) => void
  onClose: () => void
}

/** Makes an asset from another, which is picked first where it isn't given. */
export function NewFromTemplate({ template, api, onMade, onClose }: NewFromTemplateProps) {
  const [picked, pick] = useState(template)
  const isSpoken = useWords(assetWords)
  if (!isSpoken) return null
  if (!picked) return <Picker {...{ api, onClose }} onPick={pick} />
  return (
    <TemplateDialog
      template={picked}
      create={(body, options) => api.privateAssets.usingTemplate({ body }, options)}
      {...{ onMade, onClose }}
    />
  )
}

/** So many assets are offered at once: who looks for another types a part of its name. */
const OFFERED = 20
/** Milliseconds of rest before what is typed is searched for. */
const SEARCH_DELAY = 150

interface PickerProps extends Pick<NewFromTemplateProps, 'api' | 'onClose'> {
  onPick: (asset: Asset) => void
}

/** The assets that were changed last, or whose names have what is typed. */
function Picker({ api, onPick, onClose }: PickerProps) {
  const { translate } = useAtelier()
  const [text, setText] = useState('')
  const search = text.trim()
  const { latest, error, isBusy } = useAsking({
    question: search,
    ask: async (wanted, signal) => {
      const query = { limit: OFFERED, order: '-updatedAt' as const, ...(wanted && { search: wanted }) }
      return (await api.assets.list({ query }, { signal })).data
    },
    rest: search ? SEARCH_DELAY : 0,
    keptAs: 'templates',
  })
  const found = latest ?? []
  const label = translate('asset.template.find')
  const none = translate(isBusy ? 'asset.template.searching' : 'asset.template.none')
  return (
    <Dialog isOpen onClose={onClose} title={translate('asset.template.pick')} closeLabel={translate('action.close')}>
      <div className={styles.picker}>
        <SearchList
          label={label}
          items={found.map((asset) => ({ id: asset.id, label: asset.name, icon: <Picture asset={asset} /> }))}
          value={NOTHING}
          onChange={([id]) => {
            const asset = found.find((it) => it.id === id)
            if (asset) onPick(asset)
          }}
          {...{ text, isBusy }}
          onText={setText}
          emptyText={error === null ? none : translate(wordOf(error))}
          clearText={translate('asset.template.clear')}
          clearLabel={translate('asset.template.clear')}
          autoFocus
        />
      </div>
    </Dialog>
  )
}

const NOTHING: readonly string[] = []

const Picture = ({ asset: { type, iconUrl } }: { asset: Asset }) => (
  <Plinth pigment={pigmentOf(type)} src={iconUrl} size={24}>
    <CubeIcon />
  </Plinth>
)
