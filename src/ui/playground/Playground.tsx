import { CubeIcon } from '@phosphor-icons/react/Cube'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useActiveShortcuts } from '../active-shortcuts.ts'
import { useAtelier } from '../context.ts'
import { formatBytes } from '../format-bytes.ts'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { StageLayout } from '../kit/layout/StageLayout.tsx'
import { resetForNextModel } from '../look/display-options.ts'
import { createFileUrl } from '../look/EnvironmentPicker.tsx'
import { ModelStage, StageChip } from '../look/ModelStage.tsx'
import { useDisplayOptions } from '../look/use-display-options.ts'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelInfo } from '../viewer/load/model-info.ts'
import type { AvatarViewerHandle } from '../viewer/props.ts'
import { CameraFields } from './CameraFields.tsx'
import { classifyFiles } from './classify-files.ts'
import { NO_COMPARISON, pickComparableOptions } from './comparison.ts'
import { EmbedCode } from './EmbedCode.tsx'
import { LazyCompareFields, LazyComparisonModel, LazyExaminePanel } from './lazy-panels.tsx'
import { MaterialFields } from './MaterialFields.tsx'
import { ModelFields } from './ModelFields.tsx'
import { MotionAndGazeFields } from './MotionAndGazeFields.tsx'
import { OptionFields } from './OptionFields.tsx'
import styles from './Playground.module.css'
import { PlaygroundAside, type PlaygroundMode } from './PlaygroundAside.tsx'
import {
  DEFAULT_SETTINGS,
  displayNameOf,
  type FileOrUrl,
  type PlaygroundSettings,
  resetForOtherModels,
  settingsToOptions,
  toEmbeddableOptions,
  toModelSource,
} from './playground-settings.ts'
import { SamplePicker } from './SamplePicker.tsx'
import { SpawnFields } from './SpawnFields.tsx'
import { INITIAL_SAMPLE_EFFECT_URL, SAMPLE_MODELS } from './samples.ts'

export interface PlaygroundProps {
  /** URL of the initial model; null for none. Undefined: the first sample. */
  initialAddress: string | null | undefined
}

/** Page on which users can open any model file, try every viewer option and copy the embed code. */
export function Playground({ initialAddress }: PlaygroundProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  useActiveShortcuts('stage')
  const [look, setLook] = useDisplayOptions()
  const [settings, setSettings] = usePlaygroundSettings(initialAddress)
  const [round, setRound] = useState(0)
  const [model, setModel] = useState<ModelInfo | null>(null)
  const viewer = useRef<AvatarViewerHandle>(null)
  const [mode, setMode] = useState<PlaygroundMode>('try')
  const [comparing, setComparing] = useState(NO_COMPARISON)
  const [modelCount, setModelCount] = useState(0)
  const [rejectedMessage, setRejectedMessage] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round loads the same models again
  const source = useMemo(() => toModelSource(settings.models), [settings.models, round])
  const showModels = (models: readonly FileOrUrl[]) => {
    setSettings(resetForOtherModels(models))
    setLook(resetForNextModel)
    setRejectedMessage(null)
  }
  const addFiles = (files: readonly File[]) => {
    const { models, panorama, refused: unknownFile } = classifyFiles(files)
    if (models.length > 0) showModels(models.map((file) => ({ file })))
    if (panorama) {
      const address = createFileUrl(panorama)
      setLook((current) => ({ ...current, environment: address, ownEnvironment: { name: panorama.name, address } }))
    }
    setRejectedMessage(unknownFile ? translate('playground.refused', { name: unknownFile.name }) : null)
  }
  const other = mode === 'compare' ? comparing.other : null
  const surfaceProps = {
    surface: settings.surface,
    onSurface: (surface: PlaygroundSettings['surface']) => setSettings({ surface }),
  }
  const allOptions = settingsToOptions(settings, look)
  const options = other ? pickComparableOptions(allOptions) : allOptions
  const { getRootProps, getInputProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: addFiles,
  })
  const name = settings.models.map(displayNameOf).join(', ')
  const fileName = name.replace(/\.\w+$/, '') || 'avatar'
  const exportProps = { name: fileName, hasEntrance: Boolean(settings.effect ?? settings.animation) }
  const [firstModel] = settings.models
  const shownAddress = firstModel && 'address' in firstModel ? firstModel.address : null
  return (
    <div {...getRootProps({ className: styles.playground, role: 'presentation' })}>
      <input {...getInputProps({ 'aria-label': translate('playground.choose') })} />
      <PageHead title={translate('playground.title')} />
      <StageLayout
        dropLabel={isDragActive && translate('playground.dropping')}
        asideLabel={translate('playground.options')}
        aside={
          <PlaygroundAside
            mode={mode}
            onMode={setMode}
            examined={model && <LazyExaminePanel key={modelCount} viewer={viewer} {...exportProps} {...surfaceProps} />}
            compared={
              <LazyCompareFields
                {...surfaceProps}
                comparing={comparing}
                onComparing={(part) => setComparing((current) => ({ ...current, ...part }))}
              />
            }
          >
            <ModelFields
              models={settings.models}
              onFiles={addFiles}
              onAddress={(address) => showModels([{ address }])}
              refused={rejectedMessage}
            />
            <OptionFields settings={settings} onSettings={setSettings} isFitted={look.fit} />
            <CameraFields settings={settings} onSettings={setSettings} />
            <MotionAndGazeFields
              settings={settings}
              onSettings={setSettings}
              hasClips={(model?.clips.length ?? 0) > 0}
              hasFace={(model?.morphTargets.length ?? 0) > 0}
            />
            <MaterialFields settings={settings} onSettings={setSettings} model={model} />
            <SpawnFields settings={settings} onSettings={setSettings} onAgain={() => setRound(round + 1)} />
            <EmbedCode
              options={toEmbeddableOptions(settings, look)}
              hasPlaceholderUrl={settings.models.some((modelSource) => 'file' in modelSource)}
            />
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
            // Remounts the panel, because another model has other parts.
            setModelCount((current) => current + 1)
          }}
          viewer={viewer}
          options={options}
          comparison={
            other && {
              ...comparing,
              view: (
                <LazyComparisonModel
                  other={other}
                  first={viewer}
                  look={look}
                  options={options}
                  comparing={comparing}
                  onWipe={(wipe) => setComparing((current) => ({ ...current, wipe }))}
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
        <SamplePicker shown={shownAddress} onChoose={(address) => showModels([{ address }])} />
      </StageLayout>
    </div>
  )
}

/** Stores the playground's settings. Revokes the object URLs of spawn files when they are replaced. */
function usePlaygroundSettings(
  initialAddress: string | null | undefined,
): [trial: PlaygroundSettings, change: (part: Partial<PlaygroundSettings>) => void] {
  const [settings, setSettings] = useState<PlaygroundSettings>(() => ({
    ...DEFAULT_SETTINGS,
    models: initialAddress === null ? [] : [{ address: initialAddress ?? SAMPLE_MODELS[0].address }],
    effect:
      initialAddress === undefined
        ? { source: { address: INITIAL_SAMPLE_EFFECT_URL }, src: INITIAL_SAMPLE_EFFECT_URL, loop: 1 }
        : null,
  }))
  const effect = settings.effect?.src
  const animation = settings.animation?.src
  useEffect(() => () => void (effect && URL.revokeObjectURL(effect)), [effect])
  useEffect(() => () => void (animation && URL.revokeObjectURL(animation)), [animation])
  return [settings, (part) => setSettings((current) => ({ ...current, ...part }))]
}
