import { type RefObject, useEffect, useState } from 'react'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Button } from '../kit/Button.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { useAsking } from '../use-asking.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import type { ModelParts, ScenePart, Studio } from '../viewer/studio.ts'
import type { Surface } from '../viewer/surfaces.ts'
import { Costs } from './Costs.tsx'
import styles from './Examine.module.css'
import { Exports } from './Exports.tsx'
import { PartTree } from './PartTree.tsx'
import playground from './Playground.module.css'
import { drawnParts, partOf } from './part-rows.ts'
import { SurfaceField } from './SurfaceField.tsx'
import { TexturePicture } from './TexturePicture.tsx'
import { Textures } from './Textures.tsx'

/** Props of {@link ExaminePanel}. */
export interface ExaminePanelProps {
  viewer: RefObject<AvatarViewerHandle | null>
  surface: Surface
  onSurface: (surface: Surface) => void
  /** What is saved of it is called. */
  name: string
  /** The model comes in with an effect or an animation. */
  hasEntrance: boolean
}

/** What the model on the stage is made of, what of it costs most, and how its pictures lie on it. */
export function ExaminePanel({ viewer, surface, onSurface, ...taken }: ExaminePanelProps) {
  const { translate } = useAtelier()
  const { answer, error, askAgain } = useAsking({
    about: 'parts',
    question: 'parts',
    ask: async () => {
      const studio = await viewer.current?.studio()
      const parts = studio?.parts()
      if (!studio || !parts) throw new Error('Nothing stands there')
      return { studio, parts }
    },
  })
  return (
    <>
      <SurfaceField surface={surface} onSurface={onSurface}>
        {surface === 'uv' && answer && !drawnParts(answer.parts.root).some(({ hasUv }) => hasUv) && (
          <p className={styles.hint}>{translate('examine.surface.noUv')}</p>
        )}
      </SurfaceField>
      {answer && <Examined {...answer} {...taken} />}
      {!answer && (
        <section aria-busy={!error}>
          {error ? (
            <>
              <p className={playground.fault} role="alert">
                {translate('examine.failed')}
              </p>
              <Button onClick={askAgain}>{translate('examine.again')}</Button>
            </>
          ) : (
            <Skeleton />
          )}
        </section>
      )}
    </>
  )
}

interface ExaminedProps extends Pick<ExaminePanelProps, 'name' | 'hasEntrance'> {
  studio: Studio
  parts: ModelParts
}

/** The parts of one model; which is chosen is shown on the stage for as long as this stands. */
function Examined({ studio, parts, ...taken }: ExaminedProps) {
  const { translate } = useAtelier()
  const [chosen, setChosen] = useState<number | null>(null)
  const [texture, setTexture] = useState<number | null>(null)
  useEffect(() => {
    studio.highlight(chosen)
    return () => studio.highlight(null)
  }, [studio, chosen])
  const choose = (part: number) => setChosen(part === chosen ? null : part)
  const part = chosen === null ? undefined : partOf(parts.root, chosen)
  return (
    <>
      <Costs parts={parts} onPart={setChosen} onTexture={setTexture} />
      <section aria-labelledby="examine-scene">
        <h2 className={playground.title} id="examine-scene">
          {translate('examine.scene')}
        </h2>
        <PartTree root={parts.root} chosen={chosen} onChoose={choose} />
        {part && <PartFacts part={part} parts={parts} studio={studio} />}
      </section>
      <Textures studio={studio} parts={parts} open={texture} onOpen={setTexture} />
      <Exports studio={studio} {...taken} />
    </>
  )
}

function PartFacts({ part, parts, studio }: { part: ScenePart; parts: ModelParts; studio: Studio }) {
  const { translate, language } = useAtelier()
  const number = (value: number) => formatNumber(value, language)
  const materials = part.materials.map((index) => parts.materials[index])
  const rows: [string, string][] = [
    ['type', translate(`examine.kind.${part.kind}`)],
    ...(part.vertices > 0
      ? ([
          ['cost.triangles', number(part.triangles)],
          ['vertices', number(part.vertices)],
          ['targets', number(part.morphTargets)],
          ['size', formatBytes(part.bytes, language)],
          ['materials', materials.map((one) => one?.name || translate('examine.unnamed')).join(', ')],
        ] as [string, string][])
      : []),
  ]
  const texture = materials[0]?.textures['map']
  const { width = 1, height = 1 } = (texture !== undefined && parts.textures[texture]) || {}
  return (
    <div className={styles.part}>
      <dl className={styles.facts}>
        {rows.map(([key, value]) => (
          <div key={key}>
            <dt>{translate(`examine.${key}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {part.hasUv && (
        <TexturePicture
          studio={studio}
          part={part.id}
          {...(texture !== undefined && { texture })}
          ratio={width / Math.max(1, height)}
          label={translate('examine.layout.of', { name: part.name || translate('examine.unnamed') })}
        />
      )}
    </div>
  )
}
