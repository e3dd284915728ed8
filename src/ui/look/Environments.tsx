import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Button } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import { ENVIRONMENTS, isEnvironmentName } from '../viewer/presets.ts'
import { ballOf } from './balls.ts'
import styles from './LookPanel.module.css'
import type { Look } from './look.ts'

/** Props of {@link Environments}. */
export interface EnvironmentsProps {
  look: Look
  onLook: (part: Partial<Look>) => void
  isWaiting: boolean
}

/** Files that hold a panorama. */
export const PANORAMA_FILES = ['.hdr', '.exr', 'image/jpeg', 'image/png', 'image/webp']

const OWN = 'own'

/** Eleven environments as the chrome balls they make, and a panorama of one's own. */
export function Environments({ look, onLook, isWaiting }: EnvironmentsProps) {
  const { translate } = useAtelier()
  const { environment, ownEnvironment } = look
  const isOwn = ownEnvironment !== null && environment === ownEnvironment.address
  const take = (file: File | undefined) => {
    if (!file) return
    const address = addressOf(file)
    onLook({ environment: address, ownEnvironment: { name: file.name, address } })
  }
  return (
    <section>
      <h2 className={styles.title} id="look-environment">
        {translate('look.environment')}
        <span className={styles.end}>
          {isEnvironmentName(environment) ? translate(`look.environment.${environment}`) : ownEnvironment?.name}
        </span>
      </h2>
      <div className={styles.balls}>
        <RadioGroup
          aria-labelledby="look-environment"
          className={styles.ballGroup ?? ''}
          value={isOwn ? OWN : environment}
          onChange={(name) => onLook({ environment: name === OWN ? (ownEnvironment?.address ?? environment) : name })}
          isDisabled={isWaiting}
          orientation="horizontal"
        >
          {ENVIRONMENTS.map((name) => (
            <Radio
              key={name}
              value={name}
              className={styles.ball ?? ''}
              aria-label={translate(`look.environment.${name}`)}
            >
              <img src={ballOf(name)} alt="" draggable={false} />
            </Radio>
          ))}
          {ownEnvironment && (
            <Radio value={OWN} className={styles.ball ?? ''} aria-label={ownEnvironment.name}>
              <span className={styles.ownBall} />
            </Radio>
          )}
        </RadioGroup>
        <FileTrigger acceptedFileTypes={PANORAMA_FILES} onSelect={(files) => take(files?.[0])}>
          <Button
            className={styles.addBall ?? ''}
            aria-label={translate('look.environment.add')}
            isDisabled={isWaiting}
          >
            <Icon size="sm">
              <PlusIcon />
            </Icon>
          </Button>
        </FileTrigger>
      </div>
    </section>
  )
}

/** An address of a file in memory, for as long as it is not revoked. */
export const addressOf = (file: File): string => URL.createObjectURL(file)
