import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { joinClassNames } from '../kit/join-class-names.ts'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { examineMessages } from '../messages/examine.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelParts, ScenePart, Studio } from '../viewer/studio.ts'
import styles from './Examine.module.css'
import playground from './Playground.module.css'
import { listRenderedParts } from './part-rows.ts'
import { TexturePicture } from './TexturePicture.tsx'

/** Props of {@link TextureList}; `open` is the index of the texture shown in the dialog. */
export interface TextureListProps {
  studio: Studio
  parts: ModelParts
  open: number | null
  onOpen: (texture: number | null) => void
}

/** Textures of a model. A press opens a dialog with the UV layout of the triangles that use the texture. */
export function TextureList({ studio, parts, open, onOpen }: TextureListProps) {
  const translate = useTranslate(examineMessages)
  return (
    <section aria-labelledby="examine-textures">
      <h2 className={playground.title} id="examine-textures">
        {translate('examine.textures')}
        <span className={playground.end}>{parts.textures.length}</span>
      </h2>
      {parts.textures.length === 0 && <p className={styles.hint}>{translate('examine.textures.none')}</p>}
      <ul className={styles.textures}>
        {parts.textures.map((texture, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a texture is identified by its index
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

const NO_PART = ''

const CHANNELS = ['all', 'r', 'g', 'b', 'a'] as const
type Channel = (typeof CHANNELS)[number]

function TextureDialog({ studio, parts, texture, onClose }: TextureDialogProps) {
  const translate = useTranslate(examineMessages)
  const { language } = useAtelier()
  const [part, setPart] = useState(NO_PART)
  const [channel, setChannel] = useState<Channel>('all')
  const { name, uses, width, height, bytes, isCompressed, format } = parts.textures[texture]!
  const usesTexture = (candidate: ScenePart) =>
    candidate.materials.some((index) => Object.values(parts.materials[index]?.textures ?? {}).includes(texture))
  const texturedParts = listRenderedParts(parts.root).filter(usesTexture)
  const rows = [
    ['uses', uses.join(', ')],
    ['pixels', `${width} × ${height}`],
    ['format', format],
    ['size', formatBytes(bytes, language)],
    ['packed', translate(isCompressed ? 'examine.packed.yes' : 'examine.packed.no')],
  ] as const
  const title = name || uses.join(', ')
  return (
    <Dialog isOpen onClose={onClose} title={title} closeLabel={translate('action.close')}>
      <TexturePicture
        studio={studio}
        texture={texture}
        {...(part !== NO_PART && { part: Number(part) })}
        {...(channel !== 'all' && { channel })}
        size={1024}
        label={title}
        ratio={width / Math.max(1, height)}
      />
      <SegmentedControl
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
          { id: NO_PART, label: translate('examine.layout.none') },
          ...texturedParts.map((candidate) => ({
            id: String(candidate.id),
            label: candidate.name || translate(`examine.kind.${candidate.kind}`),
          })),
        ]}
        value={part}
        placeholder=""
        onChange={setPart}
      />
      <dl className={joinClassNames(styles.facts, styles.last)}>
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
