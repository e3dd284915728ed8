import { CubeIcon } from '@phosphor-icons/react/Cube'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { formatBytes } from '../bytes.ts'
import { useAtelier } from '../context.ts'
import { useKeysOf } from '../keys-of.ts'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { StageRoom } from '../kit/StageRoom.tsx'
import { addressOf } from '../look/Environments.tsx'
import { forNextModel } from '../look/look.ts'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useLook } from '../look/use-look.ts'
import type { ModelInfo } from '../viewer/model-info.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { CameraFields } from './CameraFields.tsx'
import { comparable, NOT_COMPARING } from './comparing.ts'
import { EmbedCode } from './EmbedCode.tsx'
import { LifeFields } from './LifeFields.tsx'
import { CompareFields, ExaminePanel, OtherModel } from './lazy-panels.tsx'
import { MaterialFields } from './MaterialFields.tsx'
import { ModelFields } from './ModelFields.tsx'
import styles from './Playground.module.css'
import { type Mode, PlaygroundAside } from './PlaygroundAside.tsx'
import {
  forOtherModels,
  type Given,
  nameOf,
  PLAIN_TRIAL,
  sourceOf,
  type Trial,
  trialOptions,
  writtenOptions,
} from './playground.ts'
import { Samples } from './Samples.tsx'
import { SpawnFields } from './SpawnFields.tsx'
import { GREETING, SAMPLES } from './samples.ts'
import { TrialFields } from './TrialFields.tsx'
import { sortFiles } from './take-files.ts'

/** Props of {@link Playground}. */
export interface PlaygroundProps {
  /** The address of what is shown before anything was dropped; null: nothing. One of ours greets where none was given. */
  given: string | null | undefined
}

/** Where any file can be dropped, every option tried, and the code taken along that shows the same elsewhere. */
export function Playground({ given }: PlaygroundProps) {
  const { translate, language } = useAtelier()
  useKeysOf('stage')
  const [look, setLook] = useLook()
  const [trial, setTrial] = useTrial(given)
  const [round, setRound] = useState(0)
  const [model, setModel] = useState<ModelInfo | null>(null)
  const viewer = useRef<AvatarViewerHandle>(null)
  const [mode, setMode] = useState<Mode>('try')
  const [comparing, setComparing] = useState(NOT_COMPARING)
  const [count, setCount] = useState(0)
  const [refused, setRefused] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round shows the same models anew
  const source = useMemo(() => sourceOf(trial.models), [trial.models, round])
  const show = (models: readonly Given[]) => {
    setTrial(forOtherModels(models))
    setLook(forNextModel)
    setRefused(null)
  }
  const take = (files: readonly File[]) => {
    const { models, panorama, refused: unknown } = sortFiles(files)
    if (models.length > 0) show(models.map((file) => ({ file })))
    if (panorama) {
      const address = addressOf(panorama)
      setLook((now) => ({ ...now, environment: address, ownEnvironment: { name: panorama.name, address } }))
    }
    setRefused(unknown ? translate('playground.refused', { name: unknown.name }) : null)
  }
  const other = mode === 'compare' ? comparing.other : null
  const surfaced = { surface: trial.surface, onSurface: (surface: Trial['surface']) => setTrial({ surface }) }
  const told = trialOptions(trial, look)
  const options = other ? comparable(told) : told
  const { getRootProps, getInputProps, isDragActive } = useDropzone({ noClick: true, noKeyboard: true, onDrop: take })
  const name = trial.models.map(nameOf).join(', ')
  const fileName = name.replace(/\.\w+$/, '') || 'avatar'
  const taken = { name: fileName, hasEntrance: Boolean(trial.effect ?? trial.animation) }
  const [first] = trial.models
  const shown = first && 'address' in first ? first.address : null
  return (
    <div {...getRootProps({ className: styles.playground, role: 'presentation' })}>
      <input {...getInputProps({ 'aria-label': translate('playground.choose') })} />
      <PageHead title={translate('playground.title')} />
      <StageRoom
        dropLabel={isDragActive && translate('playground.dropping')}
        asideLabel={translate('playground.options')}
        aside={
          <PlaygroundAside
            mode={mode}
            onMode={setMode}
            examined={model && <ExaminePanel key={count} viewer={viewer} {...taken} {...surfaced} />}
            compared={
              <CompareFields
                {...surfaced}
                comparing={comparing}
                onComparing={(part) => setComparing((now) => ({ ...now, ...part }))}
              />
            }
          >
            <ModelFields
              models={trial.models}
              onFiles={take}
              onAddress={(address) => show([{ address }])}
              refused={refused}
            />
            <TrialFields trial={trial} onTrial={setTrial} isFitted={look.fit} />
            <CameraFields trial={trial} onTrial={setTrial} />
            <LifeFields
              trial={trial}
              onTrial={setTrial}
              hasClips={(model?.clips.length ?? 0) > 0}
              hasFace={(model?.morphTargets.length ?? 0) > 0}
            />
            <MaterialFields trial={trial} onTrial={setTrial} model={model} />
            <SpawnFields trial={trial} onTrial={setTrial} onAgain={() => setRound(round + 1)} />
            <EmbedCode options={writtenOptions(trial, look)} standsIn={trial.models.some((given) => 'file' in given)} />
          </PlaygroundAside>
        }
      >
        <ModelStage
          key={round}
          source={source}
          label={translate('asset.stage.label', { name })}
          name={fileName}
          look={look}
          onLook={setLook}
          onModel={(next) => {
            setModel(next)
            // Another model has other parts.
            setCount((now) => now + 1)
          }}
          viewer={viewer}
          options={options}
          beside={
            other && {
              ...comparing,
              view: (
                <OtherModel
                  other={other}
                  first={viewer}
                  look={look}
                  options={options}
                  comparing={comparing}
                  onWipe={(wipe) => setComparing((now) => ({ ...now, wipe }))}
                />
              ),
            }
          }
          chips={
            model && (
              <>
                <StageChip>
                  <Icon>
                    <CubeIcon />
                  </Icon>
                  <b>{name}</b>
                  {formatBytes(model.bytes, language)}
                </StageChip>
                <StageChip isWide>{translate('asset.stage.triangles', { n: model.triangles })}</StageChip>
              </>
            )
          }
        />
        <Samples shown={shown} onChoose={(address) => show([{ address }])} />
      </StageRoom>
    </div>
  )
}

/** What is tried; an entrance's files stay in memory for as long as they are part of it. */
function useTrial(given: string | null | undefined): [trial: Trial, change: (part: Partial<Trial>) => void] {
  const [trial, setTrial] = useState<Trial>(() => ({
    ...PLAIN_TRIAL,
    models: given === null ? [] : [{ address: given ?? SAMPLES[0].address }],
    effect: given === undefined ? { given: { address: GREETING }, src: GREETING, loop: 1 } : null,
  }))
  const effect = trial.effect?.src
  const animation = trial.animation?.src
  useEffect(() => () => void (effect && URL.revokeObjectURL(effect)), [effect])
  useEffect(() => () => void (animation && URL.revokeObjectURL(animation)), [animation])
  return [trial, (part) => setTrial((now) => ({ ...now, ...part }))]
}
