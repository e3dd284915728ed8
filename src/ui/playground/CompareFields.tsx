import { UploadSimpleIcon } from '@phosphor-icons/react/UploadSimple'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import type { Surface } from '../viewer/surfaces.ts'
import { type Comparing, LAYOUTS } from './comparing.ts'
import playground from './Playground.module.css'
import { nameOf } from './playground.ts'
import { SurfaceField } from './SurfaceField.tsx'
import { SAMPLES } from './samples.ts'
import { sortFiles } from './take-files.ts'

/** Props of {@link CompareFields}. */
export interface CompareFieldsProps {
  comparing: Comparing
  onComparing: (part: Partial<Comparing>) => void
  surface: Surface
  onSurface: (surface: Surface) => void
}

const FILE = 'file'

/** What is compared with, and how the two are laid out. */
export function CompareFields({ comparing, onComparing, surface, onSurface }: CompareFieldsProps) {
  const { translate } = useAtelier()
  const [refused, setRefused] = useState<string | null>(null)
  const { other, layout } = comparing
  const take = (files: readonly File[]) => {
    const { models, panorama, refused: unknown } = sortFiles(files)
    const [file] = models
    const wrong = unknown ?? panorama
    if (file) onComparing({ other: { file } })
    setRefused(!file && wrong ? translate('compare.refused', { name: wrong.name }) : null)
  }
  return (
    <>
      <section aria-labelledby="compare-with">
        <h2 className={playground.title} id="compare-with">
          {translate('compare.with')}
          <span className={playground.end}>{other && nameOf(other)}</span>
        </h2>
        <SelectField
          label={translate('playground.samples')}
          items={[
            ...(other && 'file' in other ? [{ id: FILE, label: other.file.name }] : []),
            ...SAMPLES.map(({ name, address }) => ({ id: address, label: name })),
          ]}
          value={other ? ('file' in other ? FILE : other.address) : null}
          placeholder={translate('compare.none')}
          onChange={(id) => id !== FILE && onComparing({ other: { address: id } })}
        />
        {refused && (
          <p className={playground.fault} role="alert">
            {refused}
          </p>
        )}
        <FileTrigger onSelect={(files) => files && take([...files])}>
          <Button className={buttonClass()}>
            <Icon>
              <UploadSimpleIcon />
            </Icon>
            {translate('compare.choose')}
          </Button>
        </FileTrigger>
        <Segmented
          label={translate('compare.how')}
          size="sm"
          wide
          items={LAYOUTS.map((id) => ({ id, label: translate(`compare.${id}`) }))}
          value={layout}
          isDisabled={other === null}
          onChange={(next) => onComparing({ layout: next })}
        />
        <p className={playground.hint}>{translate('compare.why')}</p>
      </section>
      <SurfaceField surface={surface} onSurface={onSurface} />
    </>
  )
}
