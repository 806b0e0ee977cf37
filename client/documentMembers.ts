/** Generated from the OpenAPI document by "npm run client": the members of each entity's record in a planning document. */
export const DOCUMENT_MEMBERS = {
  planning: ['id', 'name', 'description', 'timezone', 'minimumStaySeconds', 'metadata', 'weights'],
  location: ['id', 'name', 'externalId', 'ordering', 'metadata', 'parent'],
  tag: ['uuid', 'category', 'value', 'required', 'color'],
  resource: ['id', 'externalId', 'ordering', 'metadata', 'name', 'adjacent', 'tags', 'location', 'parent'],
  group: ['id', 'name', 'externalId', 'metadata'],
  operation: ['id', 'externalId', 'description', 'metadata', 'isBlocker', 'isFixedToResource', 'tags', 'group'],
  task: ['id', 'externalId', 'expectedTimesSource', 'imposedDelayInSeconds', 'isMock', 'metadata', 'taskName', 'scheduledTime', 'expectedTime', 'expectedTimeP05', 'expectedTimeP10', 'expectedTimeP90', 'expectedTimeP95', 'actualTime', 'distributionMean', 'sigma', 'skewFactor', 'tags'],
  rule: ['id', 'name', 'kind', 'enabled', 'hard', 'weight', 'parameters', 'operationTags', 'resourceTags'],
  assignment: ['id', 'operation', 'metadata'],
  part: ['id', 'startAt', 'endAt', 'resource', 'isFixed', 'metadata'],
} as const;
