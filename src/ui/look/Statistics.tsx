import { useEffect, useState } from 'react'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { Disclosure } from '../kit/Disclosure.tsx'
import type { ModelInfo } from '../viewer/model-info.ts'
import type { ViewerInfo } from '../viewer/viewer-info.ts'
import styles from './LookPanel.module.css'

/** How often the drawn figures are read while they are in sight, in milliseconds. */
const EVERY = 500

/** Props of {@link Statistics}. */
export interface StatisticsProps {
  model: ModelInfo
  /** Reads the stage; null before it is there. */
  read: () => ViewerInfo | null
}

/** What the model is made of, and what drawing it takes. */
export function Statistics({ model, read }: StatisticsProps) {
  const { translate, language } = useAtelier()
  const [isOpen, setOpen] = useState(false)
  const [stage, setStage] = useState<ViewerInfo | null>(null)
  useEffect(() => {
    if (!isOpen) return
    const look = () => setStage(read())
    look()
    const timer = setInterval(look, EVERY)
    return () => clearInterval(timer)
  }, [isOpen, read])
  const number = (value: number) => formatNumber(value, language)
  const rows: [key: string, value: string][] = [
    ['triangles', number(model.triangles)],
    ['vertices', number(model.vertices)],
    ['textures', `${number(model.textures)} · ${number(Math.round(model.pixels / 1e5) / 10)} MP`],
    ['materials', number(model.materials)],
    ['bones', number(model.bones)],
    ['targets', number(model.morphTargets.length)],
    ['clips', number(model.clips.length)],
    ['bytes', formatBytes(model.bytes, language)],
    ...(stage
      ? ([
          ['calls', number(stage.calls)],
          ['drawn', number(stage.triangles)],
          ['card', `${number(stage.geometries)} · ${number(stage.textures)}`],
          ['ratio', number(Math.round(stage.pixelRatio * 100) / 100)],
          ['frames', number(stage.frames)],
        ] as [string, string][])
      : []),
  ]
  return (
    <section>
      <Disclosure title={translate('look.statistics')} isOpen={isOpen} onOpenChange={setOpen}>
        <dl className={styles.facts}>
          {rows.map(([key, value]) => (
            <div key={key}>
              <dt>{translate(`look.statistics.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  )
}
