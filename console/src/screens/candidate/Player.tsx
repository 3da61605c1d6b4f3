import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Slider, SliderThumb, SliderTrack } from "react-aria-components/Slider";
import { Button } from "../../design/Button";
import { PauseIcon, PlayIcon } from "../../design/icons";
import { phrase } from "../../language/catalogue";
import { formatClock, formatNumber } from "../../language/format";
import { invalidateResults } from "../../service/candidate-interviews";
import { useEvidence } from "./evidence";
import { classes } from "../../design/classes";
import styles from "./Player.module.css";

interface PlayerProps {
  recordingId: string;
  address: string;
  /** In seconds; null where the file has to be asked. */
  length: number | null;
  /** What is heard. */
  name: string;
}

const SPEEDS = [1, 1.25, 1.5, 2] as const;

/** Plays a recording. Nothing is loaded before it is wanted. */
export function Player({ recordingId, address, length, name }: PlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const queries = useQueryClient();
  const { register, pauseOthers } = useEvidence();
  const [isPlaying, setPlaying] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [seconds, setSeconds] = useState(0);
  const [measured, setMeasured] = useState(length);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  // Each reading of the results has new addresses, which are good for an hour. A recording stays at its own for
  // as long as that can be played, so that it goes on while the results are read again.
  const [source, setSource] = useState(address);
  if (hasFailed && source !== address) setSource(address);

  const play = () => void audio.current?.play().catch(() => setPlaying(false));
  const moveTo = (to: number) => {
    if (audio.current !== null) audio.current.currentTime = to;
    setSeconds(to);
  };
  useEffect(() =>
    register(recordingId, {
      playFrom: (from) => {
        moveTo(from);
        play();
      },
      pause: () => audio.current?.pause(),
    }),
  );

  const changeSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (audio.current !== null) audio.current.playbackRate = next;
  };
  const renew = () => {
    setFailed(true);
    if (!hasFailed) void invalidateResults(queries);
  };
  const end = Math.max(measured ?? 0, seconds, 1);
  const played = (100 * Math.floor(seconds)) / end;
  return (
    <div className={styles.player}>
      {/* The words of the recording stand beneath it. */}
      {/* eslint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        onDurationChange={({ currentTarget: { duration } }) => {
          if (Number.isFinite(duration)) setMeasured(duration);
        }}
        onError={renew}
        onLoadedData={() => setFailed(false)}
        onPause={() => setPlaying(false)}
        onPlay={() => {
          setPlaying(true);
          pauseOthers(recordingId);
        }}
        onTimeUpdate={({ currentTarget }) => setSeconds(currentTarget.currentTime)}
        preload={length === null ? "metadata" : "none"}
        ref={audio}
        src={source}
      />
      <Button
        aria-label={`${phrase(isPlaying ? "player.pause" : "player.play")}: ${name}`}
        look="primary"
        onPress={() => (isPlaying ? audio.current?.pause() : play())}
        size="icon"
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon className={classes(styles.play)} />}
      </Button>
      <Slider
        aria-label={phrase("player.position")}
        className={classes(styles.slider)}
        maxValue={end}
        onChange={moveTo}
        step={1}
        value={Math.floor(seconds)}
      >
        <SliderTrack className={classes(styles.track)}>
          <div className={styles.played} style={{ inlineSize: `${played}%` }} />
          <SliderThumb className={classes(styles.thumb)} />
        </SliderTrack>
      </Slider>
      <span className={styles.time}>
        {formatClock(seconds)} / {measured === null ? "–:––" : formatClock(measured)}
      </span>
      <Button
        aria-label={phrase("player.speed", { speed: speed })}
        look="quiet"
        onPress={changeSpeed}
        size="small"
      >
        {formatNumber(speed)}×
      </Button>
      {hasFailed && (
        <p className={styles.failed} role="alert">
          {phrase("player.failed")}
        </p>
      )}
    </div>
  );
}
