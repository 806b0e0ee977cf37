import { useEffect, useRef } from 'react';
import { present } from '../../engine/present.ts';
import { Timeline } from '../timeline/timeline.ts';
import '../timeline/timeline.css';
import { useBoard } from './boardContext.ts';
import { timelineHost } from './timelineHost.ts';

/** The container of the timeline, which draws itself; React only provides the element. */
export const TimelineView = () => {
  const board = useBoard();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timeline = new Timeline(present(place.current), timelineHost(board));
    board.attach(timeline);
    return () => {
      board.attach(null);
      timeline.close();
    };
  }, [board]);
  return <div ref={place} className="timeline" />;
};
