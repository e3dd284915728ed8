import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { type CSSProperties, useState } from 'react'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { Slider } from '../kit/Slider.tsx'
import { Switch } from '../kit/Switch.tsx'
import type { ModelInfo } from '../viewer/model.ts'
import { DEFAULT_ENVIRONMENT, ENVIRONMENTS, type EnvironmentName } from '../viewer/presets.ts'
import styles from './LookPanel.module.css'

/** How the model is looked at; `emotion` by morph target, 0 to 1, `clip` by its place in the model. */
export interface Look {
  environment: EnvironmentName
  shadows: boolean
  float: boolean
  fit: boolean
  snap: boolean
  lockVertical: boolean
  emotion: Readonly<Record<string, number>>
  clip: number | null
}

/** A model as it comes: fitted, in the city, upright. */
export const PLAIN_LOOK: Look = {
  environment: DEFAULT_ENVIRONMENT,
  shadows: true,
  float: false,
  fit: true,
  snap: false,
  lockVertical: true,
  emotion: {},
  clip: null,
}

/** Sky, horizon and ground of the chrome ball that stands for each environment. */
const BALLS: Record<EnvironmentName, readonly [sky: string, horizon: string, ground: string]> = {
  hub: ['oklch(0.784 0.025 254)', 'oklch(0.665 0.029 262)', 'oklch(0.478 0.034 266)'],
  sunset: ['oklch(0.826 0.121 60)', 'oklch(0.572 0.144 34)', 'oklch(0.281 0.052 340)'],
  dawn: ['oklch(0.889 0.04 8)', 'oklch(0.735 0.055 307)', 'oklch(0.468 0.051 279)'],
  night: ['oklch(0.323 0.08 272)', 'oklch(0.231 0.054 273)', 'oklch(0.155 0.03 276)'],
  warehouse: ['oklch(0.848 0.035 82)', 'oklch(0.637 0.036 73)', 'oklch(0.389 0.017 60)'],
  forest: ['oklch(0.856 0.121 125)', 'oklch(0.536 0.094 141)', 'oklch(0.305 0.044 138)'],
  apartment: ['oklch(0.916 0.034 78)', 'oklch(0.707 0.055 64)', 'oklch(0.452 0.044 54)'],
  studio: ['oklch(1 0 0)', 'oklch(0.837 0 0)', 'oklch(0.543 0 0)'],
  city: ['oklch(0.84 0.067 246)', 'oklch(0.664 0.02 254)', 'oklch(0.361 0.019 255)'],
  park: ['oklch(0.858 0.079 237)', 'oklch(0.713 0.123 134)', 'oklch(0.405 0.075 140)'],
  lobby: ['oklch(0.86 0.095 80)', 'oklch(0.6 0.09 60)', 'oklch(0.33 0.06 45)'],
}

const SWITCHES = ['shadows', 'float', 'fit', 'snap', 'lockVertical'] as const

/** How many emotions show before "more" is pressed. */
const FEW = 4

/** Props of {@link LookPanel}. */
export interface LookPanelProps {
  look: Look
  onLook: (look: Look) => void
  /** What the model is made of; until it is in, nothing here can be changed. */
  model: ModelInfo | null
  onCapture: () => void
}

/** Environment, switches, the model's own emotions and clips, and taking a picture. */
export function LookPanel({ look, onLook, model, onCapture }: LookPanelProps) {
  const { translate } = useAtelier()
  const [showsAll, setShowsAll] = useState(false)
  const isWaiting = model === null
  const set = (part: Partial<Look>) => onLook({ ...look, ...part })
  const targets = model?.morphTargets ?? []
  const shown = showsAll ? targets : targets.slice(0, FEW)
  const clips = model?.clips ?? []
  return (
    <div className={styles.panel} data-waiting={isWaiting || undefined}>
      <div className={styles.scroll}>
        <section>
          <h2 className={styles.title} id="look-environment">
            {translate('look.environment')}
            <span className={styles.end}>{translate(`look.environment.${look.environment}`)}</span>
          </h2>
          <RadioGroup
            aria-labelledby="look-environment"
            className={styles.balls ?? ''}
            value={look.environment}
            onChange={(environment) => set({ environment: environment as EnvironmentName })}
            isDisabled={isWaiting}
            orientation="horizontal"
          >
            {ENVIRONMENTS.map((name) => (
              <Radio
                key={name}
                value={name}
                className={styles.ball ?? ''}
                aria-label={translate(`look.environment.${name}`)}
                style={ballStyle(name)}
              />
            ))}
          </RadioGroup>
        </section>
        <section className={styles.switches}>
          {SWITCHES.map((name) => (
            <Switch
              key={name}
              size="sm"
              label={translate(`look.${name}`)}
              isSelected={look[name]}
              onChange={(on) => set({ [name]: on })}
              isDisabled={isWaiting}
            />
          ))}
        </section>
        {clips.length > 0 && (
          <section>
            <SelectField
              label={translate('look.clip')}
              items={[
                { id: '', label: translate('look.clip.none') },
                ...clips.map((label, index) => ({ id: String(index), label: label || `${index + 1}` })),
              ]}
              value={look.clip === null ? '' : String(look.clip)}
              onChange={(id) => set({ clip: id === '' ? null : Number(id) })}
              placeholder={translate('look.clip.none')}
            />
          </section>
        )}
        {targets.length > 0 && (
          <section>
            <div className={styles.title}>
              <h2>{translate('look.emotion')}</h2>
              <Button variant="ghost" size="sm" className={styles.reset} onPress={() => set({ emotion: {} })}>
                {translate('look.emotion.reset')}
              </Button>
            </div>
            {shown.map((name) => (
              <Slider
                key={name}
                label={name}
                min={0}
                max={1}
                step={0.01}
                value={look.emotion[name] ?? 0}
                onChange={(influence) => set({ emotion: { ...look.emotion, [name]: influence } })}
                format={(influence) => influence.toFixed(2)}
              />
            ))}
            {!showsAll && targets.length > FEW && (
              <Button
                variant="ghost"
                size="sm"
                className={styles.more}
                icon={<CaretDownIcon />}
                onPress={() => setShowsAll(true)}
              >
                {translate('look.emotion.more', { n: targets.length - FEW })}
              </Button>
            )}
          </section>
        )}
      </div>
      <footer className={styles.foot}>
        <Button wide icon={<CameraIcon />} isDisabled={isWaiting} onPress={onCapture}>
          {translate('look.capture')}
        </Button>
      </footer>
    </div>
  )
}

function ballStyle(name: EnvironmentName): CSSProperties {
  const [sky, horizon, ground] = BALLS[name]
  return { '--sky': sky, '--horizon': horizon, '--ground': ground } as CSSProperties
}
