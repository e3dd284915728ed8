import { useState } from 'react'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { classes } from '../kit/classes.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import type { ModelParts, ScenePart, Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import playground from './Playground.module.css'
import { drawnParts } from './part-rows.ts'
import { TexturePicture } from './TexturePicture.tsx'

/** Props of {@link Textures}; `open` is the place of the texture that is looked at. */
export interface TexturesProps {
  studio: Studio
  parts: ModelParts
  open: number | null
  onOpen: (texture: number | null) => void
}

/** The textures of a model, each of which can be looked at, with the triangles that lie on it. */
export function Textures({ studio, parts, open, onOpen }: TexturesProps) {
  const { translate } = useAtelier()
  return (
    <section aria-labelledby="examine-textures">
      <h2 className={playground.title} id="examine-textures">
        {translate('examine.textures')}
        <span className={playground.end}>{parts.textures.length}</span>
      </h2>
      {parts.textures.length === 0 && <p className={styles.hint}>{translate('examine.textures.none')}</p>}
      <ul className={styles.textures}>
        {parts.textures.map((texture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a texture is known by its place
          <li key={index}>
            <button type="button" className={styles.texture} onClick={() => onOpen(index)}>
              <TexturePicture studio={studio} texture={index} size={128} label="" />
              <span className={styles.name}>{texture.name || texture.uses.join(', ')}</span>
            </button>
          </li>
        ))}
      </ul>
      {open !== null && <TextureDialog studio={studio} parts={parts} texture={open} onClose={() => onOpen(null)} />}
    </section>
  )
}

interface TextureDialogProps {
  studio: Studio
  parts: ModelParts
  texture: number
  onClose: () => void
}

const NONE = ''

const CHANNELS = ['all', 'r', 'g', 'b', 'a'] as const
type Channel = (typeof CHANNELS)[number]

function TextureDialog({ studio, parts, texture, onClose }: TextureDialogProps) {
  const { translate, language } = useAtelier()
  const [part, setPart] = useState(NONE)
  const [channel, setChannel] = useState<Channel>('all')
  const { name, uses, width, height, bytes, isCompressed, format } = parts.textures[texture]!
  const wears = (one: ScenePart) =>
    one.materials.some((index) => Object.values(parts.materials[index]?.textures ?? {}).includes(texture))
  const wearing = drawnParts(parts.root).filter(wears)
  const rows: [string, string][] = [
    ['uses', uses.join(', ')],
    ['pixels', `${width} × ${height}`],
    ['format', format],
    ['size', formatBytes(bytes, language)],
    ['packed', translate(isCompressed ? 'examine.packed.yes' : 'examine.packed.no')],
  ]
  const title = name || uses.join(', ')
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={translate('action.close')}>
      <TexturePicture
        studio={studio}
        texture={texture}
        {...(part !== NONE && { part: Number(part) })}
        {...(channel !== 'all' && { channel })}
        size={1024}
        label={title}
        ratio={width / Math.max(1, height)}
      />
      <Segmented
        label={translate('examine.channel')}
        size="sm"
        wide
        items={CHANNELS.map((id) => ({
          id,
          label: id === 'all' ? translate('examine.channel.all') : id.toUpperCase(),
        }))}
        value={channel}
        onChange={setChannel}
      />
      <SelectField
        label={translate('examine.layout')}
        items={[
          { id: NONE, label: translate('examine.layout.none') },
          ...wearing.map((one) => ({ id: String(one.id), label: one.name || translate(`examine.kind.${one.kind}`) })),
        ]}
        value={part}
        placeholder=""
        onChange={setPart}
      />
      <dl className={classes(styles.facts, styles.last)}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{translate(`examine.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
