import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { TextField } from '../kit/TextField.tsx'
import type { ModelInfo } from '../viewer/viewer-info.ts'
import styles from './Playground.module.css'
import { isHex, type Trial } from './playground.ts'

/** Props of {@link MaterialFields}. */
export interface MaterialFieldsProps {
  trial: Trial
  onTrial: (part: Partial<Trial>) => void
  model: ModelInfo | null
}

/** What the model wears: a look of its file, a colour of a slot; and a label pinned to it. */
export function MaterialFields({ trial, onTrial, model }: MaterialFieldsProps) {
  const { translate } = useAtelier()
  const slots = model?.slots ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const slot = chosen !== null && slots.includes(chosen) ? chosen : (slots[0] ?? null)
  const color = (slot !== null && trial.colors[slot]) || ''
  return (
    <section aria-labelledby="playground-materials">
      <h2 className={styles.title} id="playground-materials">
        {translate('playground.materials')}
      </h2>
      {model?.variants && (
        <SelectField
          label={translate('playground.variant')}
          items={['', ...model.variants].map((id) => ({ id, label: id || translate('playground.variant.own') }))}
          value={trial.variant ?? ''}
          placeholder=""
          onChange={(variant) => onTrial({ variant: variant || null })}
        />
      )}
      <SelectField
        label={translate('playground.slot')}
        items={slots.map((id) => ({ id, label: id }))}
        value={slot}
        placeholder={translate('playground.slot.none')}
        isDisabled={slots.length === 0}
        onChange={setChosen}
      />
      <TextField
        label={translate('playground.color')}
        value={color}
        isDisabled={slot === null}
        onChange={(text) => slot !== null && onTrial({ colors: { ...trial.colors, [slot]: text } })}
        error={color !== '' && !isHex(color) ? translate('playground.colorRefused') : undefined}
      />
      <TextField
        label={translate('playground.hotspot')}
        description={translate('playground.hotspot.why')}
        value={trial.hotspot}
        onChange={(hotspot) => onTrial({ hotspot })}
      />
    </section>
  )
}
